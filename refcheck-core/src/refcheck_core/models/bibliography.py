"""`BibliographyAnswer`: a whole bibliography checked, as ``refcheck verify FILE.bib --json`` shows it."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field

from .answer import VerificationAnswer


class CheckedEntry(BaseModel):
    """One entry of a bibliography."""

    model_config = ConfigDict(frozen=True)

    key: str = Field(description="Citation key; may be empty.")
    line: int = Field(description="Where it begins in the file, from 1.")
    entry_type: str | None = Field(default=None, description="article, misc and so on, in lower case.")
    result: str = Field(
        description="The verdict; not_checked: no database could be asked; unreadable: it is broken, or says nothing "
        "that can be checked."
    )
    problem: str | None = Field(default=None, description="Why there is no verdict.")
    faults: list[str] = Field(default_factory=list, description="Fields that cannot be what their name says.")
    answer: VerificationAnswer | None = Field(default=None, description="The verdict with its evidence.")


class BibliographyAnswer(BaseModel):
    """All entries of a bibliography, in its order."""

    model_config = ConfigDict(frozen=True)

    file: str | None = None
    entries: list[CheckedEntry] = Field(default_factory=list)
    counts: dict[str, int] = Field(default_factory=dict, description="Result -> number of entries.")
    repeated_keys: list[str] = Field(default_factory=list, description="Keys that several entries bear.")
    sources_checked: list[str] = Field(default_factory=list, description="Databases that answered.")
    sources_failed: dict[str, str] = Field(default_factory=dict, description="Databases that could not answer: why.")
    sources_skipped: dict[str, str] = Field(default_factory=dict, description="Databases that were not asked: why.")
    remarks: list[str] = Field(default_factory=list, description="What to know of the databases that answered.")
