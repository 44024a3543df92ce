# cardgen with all it can do, for a user without rights, and with a root that may be read-only: docs/howto-install.md shows it.
# Linted with hadolint. What it installs was tried with a read-only root as another user, without Docker; the image was never built.
FROM python:3.13-slim-trixie AS build
COPY . /source
RUN pip wheel --no-cache-dir --no-deps --wheel-dir /wheels /source

FROM python:3.13-slim-trixie
COPY --from=build /wheels /wheels
# hadolint ignore=DL3013
RUN for wheel in /wheels/*.whl; do pip install --no-cache-dir "${wheel}[all]"; done \
    && rm -r /wheels \
    && useradd --uid 1000 --create-home cards
# Whatever is kept between runs lies in /tmp: mount a volume there to keep it.
ENV CARDGEN_CACHE=/tmp/cardgen/cache \
    CARDGEN_CONFIG=/tmp/cardgen/config \
    DASK_TEMPORARY_DIRECTORY=/tmp/dask \
    PYTHONDONTWRITEBYTECODE=1
USER 1000
WORKDIR /cards
ENTRYPOINT ["cardgen"]
CMD ["--help"]
