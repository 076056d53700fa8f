"""The icons that must be pixels: home screens and older browsers read no SVG."""

import os
import shutil

from .sprite import registry, single

ICONS = {
    "icon-180.png": ("icon-pharaoh-maskable", 180),  # the phone rounds the corners itself
    "icon-192.png": ("icon-pharaoh", 192),
    "icon-512.png": ("icon-pharaoh", 512),
    "icon-maskable-512.png": ("icon-pharaoh-maskable", 512),
}


def write_pixel_icons(folder):
    from playwright.sync_api import sync_playwright

    reg = registry()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=os.environ.get("CHROMIUM") or shutil.which("chromium"), args=["--no-sandbox"]
        )
        for name, (drawing, size) in ICONS.items():
            page = browser.new_page(viewport={"width": size, "height": size})
            page.set_content(f"<style>body{{margin:0}}svg{{width:100vw}}</style>{single(reg, drawing)}")
            page.screenshot(path=folder / name, omit_background=True)
        browser.close()
