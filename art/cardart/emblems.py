"""The Pharaoh as the sign of the game: the icon of the tab and the home screen, and the medallion of the start page."""

from .style import CREAM, TIMBER, at, n, use

HEAD = "cp-head-leaves-under"
FELT = "#1e6447"
SUN = "#f9e09a"


def icon(radius=28, scale=1.02):
    """The Pharaoh before the sun on felt; maskable: square, all within the safe circle."""
    return (
        f'<rect width="128" height="128" rx="{radius}" fill="{FELT}"/>'
        f'<circle cx="64" cy="64" r="{n(52 * scale)}" fill="{SUN}"/>' + use(HEAD, t=at(64, 62, scale))
    )


def around(path, count, turned=0.0):
    """The same shape, again and again around the middle."""
    return "".join(
        f'<path d="{path}" transform="rotate({n(360 * (k + turned) / count)})"/>' for k in range(count)
    )


def medallion():
    """The Pharaoh in a ring of white ornament on timber brown."""
    ring = around("M-8.5-118 0-103 8.5-118Z", 28) + around("M-6.5-89 0-103 6.5-89Z", 28, 0.5)
    rays = around("M-5-82 0-50 5-82Z", 16)
    return (
        f'<circle r="126" fill="#3a2415"/><circle r="123" fill="{TIMBER}"/><g fill="{CREAM}">{ring}</g>'
        f'<circle r="85" fill="{CREAM}"/><circle r="82" fill="#dfeee0"/><g fill="{SUN}">{rays}</g>'
        f'<circle r="56" fill="{SUN}"/>' + use(HEAD, t=at(0, -4, 1.2))
    )
