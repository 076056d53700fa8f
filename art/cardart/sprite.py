"""Puts the parts together: a registry of ids, the sprite with all of them, and single files with what each needs."""

import re
from collections import Counter

from . import aces, backs, dress, emblems, figures, glyphs, heads
from .pips import pips
from .style import (
    COURTS,
    DARK,
    EDGE,
    LETTERS,
    LINE,
    NUMBERS,
    PAPER,
    RANKS,
    SUITS,
    TURN,
    H,
    W,
    at,
    n,
    use,
)
from .suits import SIGN, VIEW

FACE_VIEW = f"0 0 {W} {H}"
ROUND = 'stroke-linejoin="round" stroke-linecap="round"'


def twice(ref):
    return use(ref) + use(ref, t=TURN)


def labels(rank):
    """(id suffix, label) of a rank: number cards read alike everywhere."""
    return [("", rank)] if rank in NUMBERS else [("-" + loc, LETTERS[loc][rank]) for loc in LETTERS]


def registry():
    """id -> (markup, public view box or None), in drawing order."""
    reg = {}

    def part(i, inner, extra=""):
        reg[i] = (f'<g id="{i}"{" " + extra if extra else ""}>{inner}</g>', None)

    def public(i, inner, view):
        reg[i] = (f'<symbol id="{i}" viewBox="{view}">{inner}</symbol>', view)

    for s in SUITS:
        part(f"cp-sign-{s}", SIGN[s], ROUND)
        part(f"cp-pip-{s}", use(f"cp-sign-{s}", t="scale(.56)"))
        public(f"suit-{s}", use(f"cp-sign-{s}"), VIEW)
    for lab in glyphs.LABELS:
        part(
            f"cp-ix-{lab}",
            f'<path d="{glyphs.path(lab, 29, 18, 38, 37)}"/>',
            f'fill="none" stroke-width="{n(6.2 * glyphs.WEIGHT.get(lab, 1))}" {ROUND}',
        )
        part(
            f"cp-IX-{lab}",
            f'<path d="{glyphs.path(lab, 26, 30, 86, 100, anchor=0)}"/>',
            f'fill="none" stroke-width="{n(15 * glyphs.WEIGHT.get(lab, 1))}" {ROUND}',
        )
    reg["cp-paper"] = (
        f'<rect id="cp-paper" x="1.5" y="1.5" width="{W - 3}" height="{H - 3}" rx="16" fill="{PAPER}" stroke="{EDGE}" stroke-width="3"/>',
        None,
    )
    for i, inner in {
        **heads.PARTS,
        **dress.PARTS,
        **figures.PARTS,
        **aces.PARTS,
        "cp-belt": figures.belt(),
        "cp-frame": figures.FRAME_LINE,
    }.items():
        part(i, inner)
    for (s, r), draw in heads.HEADS.items():
        part(f"cp-head-{s}-{r}", draw(), LINE.replace("2.6", "2.4"))
    for s in SUITS:
        for r in COURTS:
            i = f"cp-half-{s}-{r}"
            reg[i] = (f'<symbol id="{i}" viewBox="{figures.HALF_VIEW}">{figures.half(s, r)}</symbol>', None)
    for s in SUITS:
        for r in RANKS:
            body = pips(s, r) if r in NUMBERS else aces.ace(s) if r == "ace" else figures.court(s, r)
            part(f"cp-{s}-{r}", body)
            for suffix, lab in labels(r):
                if f"cp-i-{s}-{lab}" not in reg:
                    part(
                        f"cp-i-{s}-{lab}",
                        use(f"cp-ix-{lab}", stroke=DARK[s]) + use(f"cp-sign-{s}", t=at(29, 80, 0.36)),
                    )
                    part(f"cp-m-{s}-{lab}", mini(s, r, lab))
                public(
                    f"card-{s}-{r}{suffix}",
                    use("cp-paper") + use(f"cp-{s}-{r}") + twice(f"cp-i-{s}-{lab}"),
                    FACE_VIEW,
                )
                public(f"mini-{s}-{r}{suffix}", use("cp-paper") + twice(f"cp-m-{s}-{lab}"), FACE_VIEW)
    part("cp-quarter", backs.quarter())
    public("card-back", backs.back(), FACE_VIEW)
    public("mini-back", backs.small_back(), FACE_VIEW)
    public("icon-pharaoh", emblems.icon(), "0 0 128 128")
    public("icon-pharaoh-maskable", emblems.icon(radius=0, scale=0.74), "0 0 128 128")
    public("medallion", emblems.medallion(), "-128 -128 256 256")
    return reg


def mini(suit, rank, label):
    """Half a face for phones: a big index with the sign under it at the left, a head or an emblem at the right."""
    inner = use(f"cp-IX-{label}", stroke=DARK[suit]) + use(
        f"cp-sign-{suit}", t=at(76, 179, 0.9) if suit == "acorns" else at(76, 175, 0.96)
    )
    if rank == "ace":
        inner += f'<g {LINE} transform="{at(180, 80, 1.25)}">{aces.emblem(suit)}</g>'
    elif rank in COURTS:
        place = at(176, 88, 1.14) if (suit, rank) == ("leaves", "under") else at(180, 96, 1.3)
        inner += use(f"cp-head-{suit}-{rank}", t=place)
    return inner


def single(reg, i):
    """One drawing as a file of its own, with the parts that it needs."""
    view = reg[i][1]
    inner = re.sub(r"^<symbol[^>]*>|</symbol>$", "", reg[i][0])
    defs = "".join(reg[k][0] for k in needs(reg, i))
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}"><defs>{defs}</defs>{inner}</svg>\n'


def needs(reg, i):
    """The ids a drawing refers to, deepest first."""
    seen = []

    def walk(k):
        for ref in re.findall(r'href="#([^"]+)"', reg[k][0]):
            if ref in reg and ref != k and ref not in seen:
                walk(ref)
                if ref not in seen:
                    seen.append(ref)

    walk(i)
    return seen


def compact_sprite(reg):
    """The compact faces with English letters, the back and the suits, for pages without a client: an element a line."""
    shown = [i for i in reg if i.startswith(("mini-", "suit-")) and not i.endswith("-sk")]
    wanted = {part for i in shown for part in (*needs(reg, i), i)}
    lines = "\n".join(markup for i, (markup, _) in reg.items() if i in wanted)
    return f'<svg xmlns="http://www.w3.org/2000/svg">\n{lines}\n</svg>\n'


def checked_sprite():
    """The whole sprite; a twin of an id or a reference to nothing is an error of the drawing."""
    text = sprite(registry())
    ids = re.findall(r' id="([^"]+)"', text)
    twins = [i for i, count in Counter(ids).items() if count > 1]
    lost = set(re.findall(r'href="#([^"]+)"', text)) - set(ids)
    if twins or lost:
        raise ValueError(f"twins {twins}, references to nothing {sorted(lost)}")
    return text


def sprite(reg):
    return '<svg xmlns="http://www.w3.org/2000/svg">' + "".join(m for m, _ in reg.values()) + "</svg>\n"
