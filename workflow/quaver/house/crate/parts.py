"""The data of a crate: files, folders, and the parameters they are the values of."""

from collections.abc import Iterable, Sequence
from pathlib import PurePosixPath

from quaver.house.crate.record import FORMATS, RESULTS, WORKFLOW, Crate, Packed, ref


def folders_of(crate: Crate) -> list[str]:
    """Folders of the crate that are described as such."""
    names = (f"{crate.root}{name}" for name in RESULTS if name.endswith("/"))
    return [name for name in names if any(f.path.startswith(name) for f in crate.files)]


def results_of(crate: Crate) -> list[str]:
    """Names in RESULTS that the crate has."""
    paths = [file.path for file in crate.files]
    return [n for n in RESULTS if any(p.startswith(crate.root + n) for p in paths)]


def parameter(name: str) -> str:
    """What the parameter is called that a result is the value of."""
    return f"#{name.strip('/').replace('.', '-')}"


def parameters(crate: Crate) -> Iterable[dict]:
    """What goes into the workflow and comes out of it, and the values of this run."""
    study = f"{crate.root}study.yaml"
    description = (
        "Corpora, techniques, samplings, runs and analyses, every default filled in"
    )
    yield _formal("#study", "study", description, [study])
    if crate.inputs:
        ids = [input_of(name) for name, _, _ in crate.inputs]
        description = (
            "Texts, spaces and evaluation sets the study names; not in this crate"
        )
        yield _formal("#inputs", "inputs", description, ids) | {
            "additionalType": "PropertyValue"
        }
    for name in results_of(crate):
        examples = [f"{crate.root}{name}"]
        yield _formal(parameter(name), name.strip("/"), RESULTS[name], examples)
    for name, description, checksum in crate.inputs:
        yield {
            "@id": input_of(name),
            "@type": "PropertyValue",
            "name": name,
            "description": description,
            # without a checksum the name is all that tells what was read
            "propertyID": "sha256" if checksum else "name",
            "value": checksum or name,
            "exampleOfWork": ref("#inputs"),
        }


def _formal(name: str, title: str, description: str, values: Sequence[str]) -> dict:
    kind = "Dataset" if values[0].endswith("/") else "File"
    return {
        "@id": name,
        "@type": "FormalParameter",
        "name": title,
        "description": description,
        "additionalType": kind,
        "valueRequired": True,
        "workExample": ref(*values),
    }


def input_of(name: str) -> str:
    """What something the study read is called in the crate."""
    return f"#input-{name}"


def files(crate: Crate) -> Iterable[dict]:
    """All files but the workflow's main one."""
    values = {f"{crate.root}{name}": parameter(name) for name in results_of(crate)}
    values[f"{crate.root}study.yaml"] = "#study"
    for file in crate.files:
        if file.path == WORKFLOW:
            continue
        entity = file_of(file)
        if file.path in values:
            entity["exampleOfWork"] = ref(values[file.path])
        if file.path == "README.md":
            entity["about"] = ref("./")
        yield entity


def file_of(file: Packed) -> dict:
    """A file with its size and checksum."""
    return {
        "@id": file.path,
        "@type": "File",
        "name": PurePosixPath(file.path).name,
        # Snakefiles have no ending, and are texts
        "encodingFormat": FORMATS.get(PurePosixPath(file.path).suffix, "text/plain"),
        "contentSize": str(file.size),
        "sha256": file.sha256,
    }


def folders(crate: Crate) -> Iterable[dict]:
    """The folders, with what stands in them."""
    for folder in folders_of(crate):
        name = folder.removeprefix(crate.root)
        parts = [file.path for file in crate.files if file.path.startswith(folder)]
        yield {
            "@id": folder,
            "@type": "Dataset",
            "name": name.strip("/"),
            "description": RESULTS[name],
            "exampleOfWork": ref(parameter(name)),
            "hasPart": ref(*parts),
        }
