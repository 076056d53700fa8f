"""The back: white geometric ornament on timber brown, after the idea of the painted log houses of Cicmany; own design.

One quarter is drawn (0,0 = the middle, x to the right, y down) and mirrored three times."""

from .style import CREAM, TIMBER, H, W, flat, line, n


def poly(*pts):
    return "M" + " ".join(f"{n(x)} {n(y)}" for x, y in pts) + "Z"


def teeth(x1, y1, x2, y2, count, height):
    """Filled triangles standing on a line, pointing to its left side."""
    dx, dy = (x2 - x1) / count, (y2 - y1) / count
    size = (dx * dx + dy * dy) ** 0.5
    nx, ny = dy / size * height, -dx / size * height
    out = ""
    for i in range(count):
        x, y = x1 + dx * i, y1 + dy * i
        out += poly(
            (x + dx * 0.08, y + dy * 0.08), (x + dx * 0.92, y + dy * 0.92), (x + dx / 2 + nx, y + dy / 2 + ny)
        )
    return out


def lozenge(x, y, a, b):
    return poly((x - a, y), (x, y - b), (x + a, y), (x, y + b))


def quarter():
    # eight-pointed rosette in the middle
    solid = (
        poly((0, 0), (9, 0), (0, 9))
        + poly((0, 14), (10, 34), (0, 60))
        + poly((14, 0), (31, 9), (50, 0))
        + poly((9, 9), (29, 14), (34, 34), (14, 29))
        + lozenge(0, 71, 4, 6)
        + lozenge(58.5, 0, 5, 3.6)
    )
    # great diamond: two lines, teeth outside
    solid += teeth(81, 3, 3, 98.6, 8, 9) + lozenge(0, 107, 5, 6) + lozenge(89, 0, 5, 5)
    # corner stars, lozenges of the tree on the axis
    cx, cy = 63, 128
    solid += (
        lozenge(cx, cy - 22, 6, 12)
        + lozenge(cx, cy + 22, 6, 12)
        + lozenge(cx - 20, cy, 11, 6)
        + lozenge(cx + 20, cy, 11, 6)
        + lozenge(cx, cy, 6, 6)
    )
    solid += poly((0, 129), (8, 138), (0, 147))
    # border between two lines
    solid += teeth(0, 185, 99, 185, 9, 9) + teeth(111, 173, 111, 0, 15, 9) + lozenge(106.5, 180.5, 5.5, 5.5)
    lines = "M79 0 0 96M70 0 0 85M0 172H98V0M0 189H115V0"
    lines += "M0 149V164M0 153 12 141M0 162 20 142M0 119V129"
    for sx, sy in ((-1, -1), (1, -1), (-1, 1), (1, 1)):
        lines += f"M{cx + sx * 15} {cy + sy * 15} {cx + sx * 8} {cy + sy * 8}"
    lines += "M81 54V66M75 60H87M28 148V160M22 154H34M80 89 88 81M80 81 88 89M37 104 45 96M37 96 45 104"
    return flat(solid, CREAM) + line(lines, CREAM, 3)


def back():
    mirror = "".join(
        f'<use href="#cp-quarter" transform="translate(126 200)scale({sx} {sy})"/>'
        for sx, sy in ((1, 1), (-1, 1), (1, -1), (-1, -1))
    )
    return (
        f'<rect x="1.5" y="1.5" width="{W - 3}" height="{H - 3}" rx="16" fill="{TIMBER}" stroke="#3c2314" stroke-width="3"/>'
        + f'<g stroke-linecap="square" stroke-linejoin="miter">{mirror}</g>'
    )


def small_back():
    """For small cards: two lozenges on timber brown in a paper frame; fine ornament would only flicker."""
    drawn = "".join(
        f'<path d="{lozenge(126, y, 66, 66)}" fill="none" stroke="{CREAM}" stroke-width="16"/>'
        f'<path d="{lozenge(126, y, 26, 26)}" fill="{CREAM}"/>'
        for y in (118, 282)
    )
    return (
        f'<rect x="3" y="3" width="246" height="394" rx="26" fill="#fdf7e7" stroke="#3a2415" stroke-width="6"/>'
        f'<rect x="24" y="24" width="204" height="352" rx="12" fill="{TIMBER}"/>{drawn}'
    )
