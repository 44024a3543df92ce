"""The page in the reader's language: each sentence has its German, and the page shows it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest
from chromium import Browser
from page_texts import PLACEHOLDER, file_texts, german_pairs, module_sentences
from previews import previewing
from projects import write_project


def test_every_sentence_of_a_module_has_its_german() -> None:
    german = dict(german_pairs())
    missing = {said: file for said, file in module_sentences().items() if said not in german}
    assert missing == {}


def test_every_text_of_the_pages_files_has_its_german() -> None:
    german = dict(german_pairs())
    assert {text: file for text, file in file_texts().items() if text not in german} == {}


def test_no_german_is_left_over_and_none_stands_twice() -> None:
    counts = Counter(english for english, _ in german_pairs())
    assert [english for english, count in counts.items() if count > 1] == []
    assert counts.keys() - module_sentences().keys() - file_texts().keys() == set()


def test_the_german_names_the_same_values() -> None:
    for english, german in german_pairs():
        values = [sorted(PLACEHOLDER.findall(sentence)) for sentence in (english, german)]
        assert values[0] == values[1], english


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with previewing("--project", write_project(tmp_path_factory.mktemp("language"))) as opened:
        yield opened


@pytest.mark.browser
def test_the_page_is_shown_in_the_language_that_was_chosen(chromium: Browser, address: str) -> None:
    chromium.open(address)
    assert (
        chromium.until("document.querySelector('[data-switch=language]')?.textContent") == "Deutsch"
    )
    assert chromium.run("document.documentElement?.lang") == "en"
    chromium.click("[data-switch=language]")
    chromium.until("document.documentElement?.lang", "de")
    chromium.until("document.querySelector('[data-mode=sheets]')?.textContent", "Bögen")
    assert chromium.run("document.querySelector('#query').placeholder") == "Suchen"
    chromium.until("document.querySelector('#status-text')?.textContent", "wartet auf Änderungen")
    assert "Karten" in chromium.until("document.querySelector('#about')?.textContent")
    chromium.run("document.querySelector('#help-button').click()")
    assert chromium.run("document.querySelector('#keys dd').textContent") == "suchen"
    chromium.open(address.replace("/?", "/play?"))
    chromium.until("document.querySelector('#start-title')?.textContent", "Ein Tisch zum Spielen")
    chromium.click("[data-switch=language]")
    chromium.until("document.querySelector('#start-title')?.textContent", "A table to play on")
    assert chromium.errors == []


@pytest.mark.browser
def test_the_browsers_language_is_the_usual_one(chromium: Browser, address: str) -> None:
    chromium.run("localStorage.removeItem('cardgen-language')")
    agent = chromium.run("navigator.userAgent")
    chromium.call("Emulation.setUserAgentOverride", userAgent=agent, acceptLanguage="fr,de-AT")
    chromium.open(address)
    chromium.until("document.documentElement?.lang", "de")
    chromium.call("Emulation.setUserAgentOverride", userAgent=agent, acceptLanguage="fr")
    chromium.open(address)
    chromium.until("document.documentElement?.lang", "en")
    chromium.call("Emulation.setUserAgentOverride", userAgent=agent, acceptLanguage="en-US")
