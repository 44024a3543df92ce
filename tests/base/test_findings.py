from pathlib import Path

from cardgen.base.findings import Finding, Place, also_in_lines


def test_other_lines_are_those_of_its_own_file() -> None:
    places = [
        Place(Path("a.yaml"), 5),
        Place(Path("b.yaml"), 7),
        Place(Path("a.yaml")),
        Place(Path("a.yaml"), 9),
        None,
    ]
    findings = [Finding("unknown-key", "no key", "remove it", place) for place in places]
    assert also_in_lines(findings[0], findings).what == "no key (also in line 9)"
    assert also_in_lines(findings[0], findings[:3]).what == "no key"
