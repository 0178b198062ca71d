"""References with the verdict that they deserve, over the works of ``conftest.py``."""

from __future__ import annotations

from typing import Any, NamedTuple

ATTENTION = "Attention Is All You Need"
RESNET = "Deep Residual Learning for Image Recognition"
DCRNN = "Diffusion Convolutional Recurrent Neural Network: Data-Driven Traffic Forecasting"
FAKE = "Quantum Neural Transformers for Spatiotemporal Traffic Prediction"


class Known(NamedTuple):
    """A reference and what is to be said of it.

    Attributes:
        name: for messages of the test.
        claim: arguments of the MCP tool.
        verdict: the verdict; several where judgement may go either way.
        told: words that one of the errors holds.
    """

    name: str
    claim: dict[str, Any]
    verdict: str
    told: tuple[str, ...] = ()

    def command(self) -> list[str]:
        """The same as arguments of ``refcheck verify``."""
        options = {"arxiv_id": "arxiv"}
        arguments = [self.claim["citation"]] if "citation" in self.claim else []
        for name, value in self.claim.items():
            if name == "authors":
                arguments += [f"--author={author}" for author in value]
            elif name != "citation":
                arguments.append(f"--{options.get(name, name)}={value}")
        return arguments


REAL = [
    Known(
        "real: attention",
        {"title": ATTENTION, "authors": ["Vaswani et al."], "year": 2017, "venue": "NeurIPS"},
        "verified",
    ),
    Known("real: resnet", {"title": RESNET, "authors": ["He et al."], "year": 2016, "venue": "CVPR"}, "verified"),
    Known("real: dcrnn", {"title": DCRNN, "authors": ["Li et al."], "year": 2018, "venue": "ICLR"}, "verified"),
]
FAKES = [
    Known("fake: quantum", {"title": FAKE, "authors": ["Smith et al."], "year": 2023, "venue": "Nature"}, "not_found"),
    Known(
        "fake: survey",
        {
            "title": "Deep Reinforcement Learning for Autonomous Intersection Control: A Survey",
            "authors": ["Johnson", "Williams"],
            "year": 2024,
            "venue": "IEEE TITS",
        },
        "not_found",
    ),
]
VARIANTS = [
    Known("year off", {"title": RESNET, "authors": ["Kaiming He"], "year": 2019}, "partial_match", ("2019", "2016")),
    Known("author misspelt", {"title": RESNET, "authors": ["Kaiming Heh"]}, "partial_match", ("Heh",)),
    Known("author grafted", {"title": RESNET, "authors": ["Kaiming He", "Yann LeCun"]}, "partial_match", ("LeCun",)),
    Known("title altered", {"title": "Deep Residual Learning for Image Segmentation", "authors": ["Kaiming He"]},
          "partial_match", ("Segmentation",)),
    Known("title alone", {"title": RESNET}, "verified"),
    Known("first author", {"title": RESNET, "authors": ["He, Kaiming"]}, "verified"),
    Known("doi alone", {"doi": "10.1109/CVPR.2016.90"}, "verified"),
    Known("doi as address", {"doi": "https://doi.org/10.1109%2Fcvpr.2016.90"}, "verified"),
    Known("doi in address", {"url": "https://doi.org/10.1109/cvpr.2016.90"}, "verified"),
    Known("arxiv doi", {"doi": "10.48550/arXiv.1706.03762"}, "verified"),
    Known("arxiv id", {"arxiv_id": "arXiv:1706.03762v5"}, "verified"),
    Known("doi of another work", {"title": ATTENTION, "doi": "10.1109/CVPR.2016.90"}, "partial_match", ("10.1109",)),
    Known("doi of another work, title unknown", {"title": FAKE, "doi": "10.1109/CVPR.2016.90"}, "not_found"),
    Known("citation", {"citation": "K. He et al. Deep Residual Learning for Image Recognition. CVPR 2016"}, "verified"),
]  # fmt: skip
SHARED_TITLE = Known("shared title", {"title": "Introduction"}, "not_found")
ALL = [*REAL, *FAKES, *VARIANTS]
