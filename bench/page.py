"""A page of docs/ with figures that scripts make: each part stands between two lines <!-- NAME -->."""
import os


def write(path, **parts):
    """Replaces these parts of the page. A file that is not there, or has no such parts, becomes their text alone."""
    text = ""
    if os.path.exists(path):
        with open(path) as f:
            text = f.read()
    for name, part in parts.items():
        mark = f"<!-- {name} -->"
        around = text.split(mark)
        if len(around) != 3:
            text = "\n".join(parts.values())
            break
        text = f"{around[0]}{mark}\n{part.strip()}\n{mark}{around[2]}"
    with open(path, "w") as f:
        f.write(text)
