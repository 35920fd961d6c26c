"""Small pieces of HTML that all parts of a page share. Every text is escaped here or by `esc`."""

from __future__ import annotations

from html import escape


def esc(text: object) -> str:
    """Escape a text for HTML, also between quotes."""
    return escape(str(text), quote=True)


def capital(text: str) -> str:
    """Return a text with a capital first letter."""
    return text[:1].upper() + text[1:]


def span(css: str, inner: str, **more: object) -> str:
    """Return a span around HTML; further attributes are escaped, empty ones left out."""
    return tag("span", css, inner, **more)


def tag(name: str, css: str, inner: str, **more: object) -> str:
    """Return an element around HTML; `data_tip` becomes `data-tip`, empty attributes go."""
    attributes = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{esc(value)}"'
        for key, value in more.items()
        if value not in ("", None)
    )
    about = f' class="{css}"' if css else ""
    return f"<{name}{about}{attributes}>{inner}</{name}>"


def hidden_words(text: str) -> str:
    """Return words for screen readers alone."""
    return f'<span class="sr">{esc(text)}</span>'


def button_of(attributes: dict[str, str]) -> dict[str, str]:
    """Take what makes a thing a button out of its attributes: its heading is the button then."""
    names = ("role", "tabindex", "aria_label")
    return {name: attributes.pop(name) for name in names if name in attributes}
