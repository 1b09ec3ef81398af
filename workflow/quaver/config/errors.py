"""What is wrong with a study, in one sentence that says what to write instead."""

import difflib
from collections.abc import Mapping

import jsonschema


class ConfigError(Exception):
    """A mistake in the study; names key, value got, what is allowed, what to write."""


def check_schema(written: Mapping, schema: Mapping) -> None:
    """Raise ConfigError for the first thing the schema does not allow."""
    validator = jsonschema.Draft202012Validator(schema)
    errors = sorted(validator.iter_errors(written), key=lambda e: len(e.absolute_path))
    if errors:
        raise ConfigError(_explain(errors[0], schema))


def _explain(error: jsonschema.ValidationError, schema: Mapping) -> str:
    """One sentence: key, value got, what is allowed, the line to write."""
    where = ".".join(str(part) for part in error.absolute_path) or "the study"
    if error.validator == "additionalProperties":
        return f"{where}: {_unknown(error)}"
    if error.validator == "required":
        missing = next(k for k in error.validator_value if k not in error.instance)
        example = _example(error.schema.get("properties", {}).get(missing, {}), schema)
        return f"{where}: the key '{missing}' is missing.{_cure(missing, example)}"
    got = "nothing" if error.instance is None else repr(error.instance)
    keys = [part for part in error.absolute_path if isinstance(part, str)] or ["study"]
    inside = isinstance(error.absolute_path[-1], int) if error.absolute_path else False
    example = _example(error.schema, schema)
    if inside and example is not None:
        example = f"[{example}]"
    return f"{where}: got {got}, but {_allowed(error)}.{_cure(keys[-1], example)}"


def _unknown(error: jsonschema.ValidationError) -> str:
    allowed = sorted(error.schema.get("properties", {}))
    unknown = min(str(key) for key in error.instance if key not in allowed)
    near = difflib.get_close_matches(unknown, allowed, n=1)
    cure = f"Write '{near[0]}:' instead" if near else "Remove the line"
    return (
        f"unknown key '{unknown}' (got {error.instance.get(unknown)!r}). "
        f"Allowed keys: {', '.join(allowed)}. {cure}."
    )


def _allowed(error: jsonschema.ValidationError) -> str:
    rule, value = error.validator, error.validator_value
    phrases = {
        "enum": lambda: "allowed are " + ", ".join(map(str, value)),
        "type": lambda: f"a value of type {value} is wanted",
        "minimum": lambda: f"at least {value} is wanted",
        "maximum": lambda: f"at most {value} is wanted",
        "exclusiveMinimum": lambda: f"more than {value} is wanted",
        "minItems": lambda: f"at least {value} entry is wanted",
        "minLength": lambda: f"at least {value} character is wanted",
        "minProperties": lambda: f"at least {value} entry is wanted",
        "uniqueItems": lambda: "each entry may stand only once",
        "pattern": lambda: f"it must match {value}",
    }
    return phrases.get(rule, lambda: error.message)()


def _example(properties: Mapping, schema: Mapping) -> str | None:
    """The first example the schema gives for a key, following a reference."""
    reference = properties.get("$ref", "")
    if "examples" not in properties and reference.startswith("#/$defs/"):
        properties = schema["$defs"][reference.removeprefix("#/$defs/")]
    given = properties.get("examples")
    return None if not given else _as_yaml(given[0])


def _as_yaml(value) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _cure(key: str, example: str | None) -> str:
    return f" Write for example '{key}: {example}'." if example else ""
