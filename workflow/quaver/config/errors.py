"""What is wrong with a study, in one sentence that says what to write instead."""

import difflib
import math
import re
from collections.abc import Mapping

import jsonschema

# JSON knows no infinity, and to it 4.0 is an integer; a study wants 4.
TYPES = jsonschema.Draft202012Validator.TYPE_CHECKER.redefine_many(
    {
        "integer": lambda _, value: type(value) is int,
        "number": lambda _, value: type(value) in (int, float) and math.isfinite(value),
    }
)
Validator = jsonschema.validators.extend(
    jsonschema.Draft202012Validator, type_checker=TYPES
)
WORDS = {
    "object": "a mapping of keys to values",
    "array": "a list",
    "integer": "a whole number",
    "number": "a number",
    "string": "a text",
    "boolean": "true or false",
}


class ConfigError(Exception):
    """A mistake in the study; names key, value got, what is allowed, what to write."""


def check_schema(written: Mapping, schema: Mapping) -> None:
    """Raise ConfigError for the first thing the schema does not allow."""
    errors = Validator(schema).iter_errors(written)
    first = min(errors, key=_depth, default=None)
    if first is not None:
        raise ConfigError(_explain(first))


def _depth(error: jsonschema.ValidationError) -> tuple[int, list[str]]:
    """Errors near the top first, and those of one depth in one order."""
    path = [str(part) for part in error.absolute_path]
    return len(path), path


def _explain(error: jsonschema.ValidationError) -> str:
    """One sentence: key, value got, what is allowed, the line to write."""
    where = ".".join(str(part) for part in error.absolute_path) or "top level"
    if error.validator == "additionalProperties":
        return f"{where}: {_unknown(error)}"
    if error.validator == "required":
        missing = next(k for k in error.validator_value if k not in error.instance)
        example = _example(error.schema.get("properties", {}).get(missing, {}))
        return f"{where}: the key '{missing}' is missing.{_cure(missing, example)}"
    if "propertyNames" in error.absolute_schema_path:
        return f"{where}: {_name(error)}"
    got = "nothing" if error.instance is None else repr(error.instance)
    keys = [part for part in error.absolute_path if isinstance(part, str)] or ["study"]
    inside = isinstance(error.absolute_path[-1], int) if error.absolute_path else False
    example = _meant(error) or _example(error.schema)
    if inside and example is not None:
        example = f"[{example}]"
    return f"{where}: got {got}, but {_allowed(error)}.{_cure(keys[-1], example)}"


def _unknown(error: jsonschema.ValidationError) -> str:
    allowed = sorted(error.schema.get("properties", {}))
    unknown = min((key for key in error.instance if key not in allowed), key=str)
    near = difflib.get_close_matches(str(unknown), allowed, n=1)
    cure = f"Write '{near[0]}:' instead" if near else "Remove the line"
    return (
        f"unknown key '{unknown}' (got {error.instance[unknown]!r}). "
        f"Allowed keys: {', '.join(allowed)}. {cure}."
    )


def _name(error: jsonschema.ValidationError) -> str:
    got = error.instance
    if isinstance(got, str):
        cure = re.sub("[^A-Za-z0-9]+", "_", got).strip("_") or "mine"
    else:
        cure = f'"{got}"'  # YAML reads a bare 1 or no as a number or a truth value
    return (
        f"got the name {got!r}, but a name is letters, digits, '_' and '-', and begins "
        f"with a letter or digit. Write for example '{cure}:'."
    )


def _meant(error: jsonschema.ValidationError) -> str | None:
    """What was meant by a slip of spelling, or by what YAML reads as something else.

    YAML reads 1e-4, without a point, as text, and a bare no as a truth value.
    """
    if error.validator == "enum" and isinstance(error.instance, str):
        allowed = [str(value) for value in error.validator_value]
        near = difflib.get_close_matches(error.instance.lower(), allowed, n=1)
        return near[0] if near else None
    if error.validator_value == "string" and isinstance(error.instance, bool):
        return '"yes"' if error.instance else '"no"'
    if error.validator != "type" or not isinstance(error.instance, str):
        return None
    try:
        number = float(error.instance)
    except ValueError:
        return None
    if error.validator_value == "integer" and number.is_integer():
        return str(int(number))
    if error.validator_value == "number" and math.isfinite(number):
        return _as_yaml(number)
    return None


def _allowed(error: jsonschema.ValidationError) -> str:
    rule, value = error.validator, error.validator_value
    phrases = {
        "enum": lambda: "allowed are " + ", ".join(map(str, value)),
        "type": lambda: f"{_words(value)} is wanted",
        "minimum": lambda: f"at least {value} is wanted",
        "maximum": lambda: f"at most {value} is wanted",
        "exclusiveMinimum": lambda: f"more than {value} is wanted",
        "exclusiveMaximum": lambda: f"less than {value} is wanted",
        "minItems": lambda: f"at least {value} {_entries(value)} wanted",
        "maxItems": lambda: f"at most {value} entries are wanted",
        "minLength": lambda: f"at least {value} character is wanted",
        "minProperties": lambda: f"at least {value} entry is wanted",
        "uniqueItems": lambda: "each entry may stand only once",
        "pattern": lambda: f"it must match {value}",
    }
    return phrases.get(rule, lambda: error.message)()


def _words(types: str | list[str]) -> str:
    names = [types] if isinstance(types, str) else types
    return " or ".join(WORDS[name] for name in names)


def _entries(number: int) -> str:
    return "entry is" if number == 1 else "entries are"


def _example(rule: Mapping) -> str | None:
    """The first example the schema gives for what a rule is of."""
    return _as_yaml(rule["examples"][0]) if rule.get("examples") else None


def _as_yaml(value) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    mantissa, e, exponent = str(value).partition("e")
    if isinstance(value, float) and e and "." not in mantissa:
        return f"{mantissa}.0e{exponent}"
    return str(value)


def _cure(key: str, example: str | None) -> str:
    return f" Write for example '{key}: {example}'." if example else ""
