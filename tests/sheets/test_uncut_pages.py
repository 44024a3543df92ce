"""Pages that are looked at: what was changed, charts, deals."""

from __future__ import annotations

from pathlib import Path

import pypdfium2

from cardgen.engine.graphics.pdf import Pdf
from cardgen.load.font_list import open_fonts
from cardgen.model.project import shipped_root
from cardgen.model.sizes import paper_size
from cardgen.sheets.before_after import ChangesWriter


def test_the_longest_titles_stay_on_their_page(tmp_path: Path) -> None:
    pdf, paper = Pdf("Changes"), paper_size("a4")
    ChangesWriter(pdf, paper, open_fonts([shipped_root() / "fonts"])).heading(
        "Monsters of the Deep " * 8, "12 cards changed, " * 20
    )
    (tmp_path / "changes.pdf").write_bytes(pdf.bytes())
    text = pypdfium2.PdfDocument(tmp_path / "changes.pdf")[0].get_textpage()
    boxes = [text.get_rect(index) for index in range(text.count_rects())]
    assert boxes
    assert all(0 < left and right < paper.width for left, _, right, _ in boxes)
