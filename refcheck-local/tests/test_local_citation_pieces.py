"""Titles looked up out of citations in Chinese and Japanese."""

from __future__ import annotations

import pytest

from refcheck_core import normalize
from refcheck_local.retrieval.pieces import Pieces


@pytest.mark.parametrize(
    ("citation", "title"),
    [
        ("[3] 周志华. 机器学习[M]. 北京: 清华大学出版社, 2016.", "机器学习"),
        ("[12] 陈景润. 大偶数表为一个素数[J]. 中国科学, 1973(2): 111-128.", "大偶数表为一个素数"),
        ("[5] 某某. 数据集[DB/OL]. 2020.", "数据集"),
        ("李航：《统计学习方法》，北京：清华大学出版社，2012年。", "统计学习方法"),
        ("西田幾多郎『善の研究』弘道館、1911年", "善の研究"),
        ("土居健郎「甘えの構造」弘文堂、1971年", "甘えの構造"),
    ],
)
def test_the_title_is_a_piece(citation: str, title: str) -> None:
    assert normalize(title) in Pieces(citation).parts
