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
        raise ConfigError(_explain(errors[0]))


def _explain(error: jsonschema.ValidationError) -> str:
    """One sentence: key, value got, what is allowed, the line to write."""
    where = ".".join(str(part) for part in error.absolute_path) or "the study"
    if error.validator == "additionalProperties":
        allowed = sorted(error.schema.get("properties", {}))
        unknown = sorted(map(str, set(error.instance) - set(allowed)))[0]
        near = difflib.get_close_matches(unknown, allowed, n=1)
        cure = f" Did you mean '{near[0]}:'?" if near else ""
        return (
            f"{where}: unknown key '{unknown}' (got {error.instance[unknown]!r}). "
            f"Allowed keys: {', '.join(allowed)}.{cure} Else remove the line."
        )
    if error.validator == "required":
        missing = [key for key in error.validator_value if key not in error.instance]
        return f"{where}: missing. {_cure(error.schema['properties'], missing[0])}"
    got = "nothing" if error.instance is None else repr(error.instance)
    key = str(error.absolute_path[-1]) if error.absolute_path else "study"
    cure = _cure({key: error.schema}, key)
    return f"{where}: got {got}, but {_allowed(error)}. {cure}".rstrip()


def _allowed(error: jsonschema.ValidationError) -> str:
    rule, value = error.validator, error.validator_value
    phrases = {
        "enum": lambda: "allowed are " + ", ".join(map(str, value)),
        "type": lambda: f"a value of type {value} is wanted",
        "minimum": lambda: f"at least {value} is wanted",
        "maximum": lambda: f"at most {value} is wanted",
        "exclusiveMinimum": lambda: f"more than {value} is wanted",
        "minItems": lambda: f"at least {value} entries are wanted",
        "minProperties": lambda: f"at least {value} entries are wanted",
        "uniqueItems": lambda: "each entry may stand only once",
        "pattern": lambda: f"it must match {value}",
        "propertyNames": lambda: f"names must match {value.get('pattern')}",
    }
    return phrases.get(rule, lambda: error.message)()


def _cure(properties: Mapping, key: str) -> str:
    examples = properties.get(key, {}).get("examples")
    if not examples:
        return f"Wanted: '{key}:'."
    return f"Write for example '{key}: {examples[0]}'."
