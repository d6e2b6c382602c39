"""What the runners of the corpora share: which programs are meant, and which are known to go wrong."""
import fnmatch
import os


def find(root, patterns):
    """Paths of the programs ROOT/FOLDER/FILE that one of the patterns (on FOLDER/FILE, separated by commas) means. A
    pattern that means none is an error: a list of programs does not shrink unnoticed. The folder incidents has folders."""
    folders = sorted(f for f in os.listdir(root) if os.path.isdir(os.path.join(root, f)))
    if "incidents" in folders:
        folders += sorted(f"incidents/{f}" for f in os.listdir(os.path.join(root, "incidents")))
    names = [f"{folder}/{f}" for folder in folders for f in sorted(os.listdir(os.path.join(root, folder)))
             if f.endswith((".c", ".cpp"))]
    patterns = patterns.split(",")
    for p in patterns:
        if not fnmatch.filter(names, p):
            raise ValueError(f"no program is {p}")
    return [os.path.join(root, n) for n in names if any(fnmatch.fnmatch(n, p) for p in patterns)]


def known(path):
    """Programs (`FOLDER/FILE` or `FOLDER/FILE -LEVEL`) on which Omen is wrong, each with the reason."""
    found = {}
    with open(path) as f:
        for line in f:
            if line.strip() and not line.startswith("#"):
                name, colon, why = line.strip().partition(": ")
                if not colon:
                    raise ValueError(f"{path}: no reason given: {name}")
                found[name] = why
    return found


def settle(case, wrong):
    """A case that was run: one that is known to go wrong must go wrong, so that its line in KNOWN goes when it does not.
    Says whether it is known."""
    why = wrong.get(case.name) or wrong.get(case.program.name)
    if not why or any(p.startswith("build:") for p in case.problems):
        return False
    case.known = case.problems
    case.problems = [] if case.known else [f"right, though KNOWN says that it is wrong ({why}): take it out of KNOWN"]
    return bool(case.known)
