"""What is wrong with a study, in one sentence that says what to write instead."""

import difflib
import math
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping

import jsonschema

# JSON knows no infinity, and to it 4.0 is an integer; a study wants 4.
DRAFT = jsonschema.Draft202012Validator
TYPES = DRAFT.TYPE_CHECKER.redefine_many(
    {
        "integer": lambda _, value: type(value) is int,
        # isfinite would overflow where a whole number has 400 digits
        "number": lambda _, x: type(x) in (int, float) and -math.inf < x < math.inf,
    }
)
MOST = 80  # characters of what was written that a sentence quotes


def _pattern(validator, pattern: str, value, schema) -> Iterator:
    """In schemas $ is the end; Python's lets a line break follow, also in a path."""
    whole = re.sub(r"\$$", r"\\Z", pattern)
    if isinstance(value, str) and not re.search(whole, value):
        yield jsonschema.ValidationError(f"{value!r} does not match {pattern!r}")


Validator = jsonschema.validators.extend(
    DRAFT, {"pattern": _pattern}, type_checker=TYPES
)
# What is wanted instead, by the rule of the schema that is broken.
WANTED = {
    "enum": "allowed are {}",
    "type": "{} is wanted",
    "minimum": "at least {} is wanted",
    "maximum": "at most {} is wanted",
    "exclusiveMinimum": "more than {} is wanted",
    "exclusiveMaximum": "less than {} is wanted",
    "minItems": "at least {} entries are wanted",
    "maxItems": "at most {} entries are wanted",
    "minLength": "at least {} character is wanted",
    "maxLength": "at most {} characters are wanted",
    "minProperties": "at least {} entry is wanted",
    "maxProperties": "at most {} entries are wanted",
    "uniqueItems": "each entry may stand only once",
    "pattern": "it must match {}",
}
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


def wrong(where: str, got: object, why: str, cure: str) -> ConfigError:
    """The mistake of a key: the value it got, why it cannot be, what to do."""
    if isinstance(got, list | tuple):
        got = cut(f"[{', '.join(map(str, got))}]")
    elif isinstance(got, str):
        got = f"'{cut(got)}'" if got.isprintable() else quoted(got)
    else:
        got = quoted(got)
    return ConfigError(f"{where}: got {got}, but {why}. {cure}.")


def cut(value: object, most: int = MOST) -> str:
    """A value as a text of at most so many characters; of longer ones both ends."""
    text, half = str(value), most // 2 - 1
    return text if len(text) <= most else f"{text[: half - 1]}...{text[-half:]}"


def quoted(value: object) -> str:
    """What was written, as far as a sentence may quote it."""
    try:
        return repr(cut(value)) if isinstance(value, str) else cut(repr(value))
    except ValueError:  # Python shows no whole number of more than 4300 digits
        return "a number of thousands of digits"


def named(path: Iterable) -> str:
    """Where in the study something stands, by keys and places of lists."""
    parts = (cut(part) if isinstance(part, str) else quoted(part) for part in path)
    printable = (part if part.isprintable() else quoted(part) for part in parts)
    return ".".join(printable) or "top level"


def listed(names: Iterable) -> str:
    """Names of the study's own, as many as a sentence may quote."""
    return cut(", ".join(map(str, names)))


def check_schema(written: Mapping, schema: Mapping) -> None:
    """Raise ConfigError for the first thing the schema does not allow, from the top."""
    errors = [
        (len(error.absolute_path), list(map(str, error.absolute_path)), rank, error)
        for rank, error in enumerate(Validator(schema).iter_errors(written))
    ]
    if errors:
        raise ConfigError(_explain(min(errors)[-1]))


def _explain(error: jsonschema.ValidationError) -> str:
    path, got = list(error.absolute_path), error.instance
    where = named(path)
    if error.validator == "additionalProperties":
        return f"{where}: {_unknown(error)}"
    if error.validator == "required":
        name = next(key for key in error.validator_value if key not in got)
        example = _as_yaml(error.schema["properties"][name]["examples"][0])
        fault = f"the key '{name}' is missing"
    elif "propertyNames" in error.absolute_schema_path:
        return f"{where}: got the name {quoted(got)}{_disguise(got)}, {_naming(error)}"
    else:
        name = next((part for part in reversed(path) if isinstance(part, str)), "study")
        name = cut(name, 40)
        example = _meant(error) or _as_yaml(error.schema["examples"][0])
        if path and isinstance(path[-1], int):
            example = f"[{example}]"
        shown = "nothing" if got is None else f"{quoted(got)}{_disguise(got)}"
        fault = f"got {shown}, but {_wanted(error.validator, error.validator_value)}"
    return f"{where}: {fault}. Write for example '{name}: {example}'."


def _naming(error: jsonschema.ValidationError) -> str:
    """What a name is, and how to write this one."""
    got = error.instance
    if error.validator == "maxLength":
        most = error.validator_value
        return f"but a name has at most {most} characters. Write a shorter one."
    name = re.sub("[^A-Za-z0-9]+", "_", quoted(got)).strip("_") or "mine"
    # YAML reads a bare 1 or no as a number or a truth value
    cure = cut(name, 40) if isinstance(got, str) else f'"{cut(quoted(got), 40)}"'
    rule = "letters, digits, '_' and '-', and begins with a letter or digit"
    rule = rule if "pattern" in error.schema else "a text"
    return f"but a name is {rule}. Write for example '{cure}:'."


def _disguise(got: object) -> str:
    """Which letter is not what it looks like, where most of a word is ASCII."""
    strange = re.sub("[\x00-\x7f]", "", got) if isinstance(got, str) else ""
    if not strange or not re.search("[A-Za-z]", got):
        return ""
    return f" (with {unicodedata.name(strange[0], 'a strange character')})"


def _unknown(error: jsonschema.ValidationError) -> str:
    allowed = sorted(error.schema.get("properties", {}))
    unknown = min((key for key in error.instance if key not in allowed), key=quoted)
    name = named([unknown])
    near = difflib.get_close_matches(name, allowed, n=1)
    cure = f"Write '{near[0]}:' instead" if near else "Remove the line"
    # in braces a comma ends a value: {words: war, peace} is a key without one
    bare = [key for key in error.instance if error.instance[key] is None]
    texts = [key for key in allowed if isinstance(error.instance.get(key), str)]
    if texts and unknown in bare and not {*bare} & {*allowed}:
        words = cut(", ".join(named([x]) for x in (error.instance[texts[-1]], *bare)))
        cure = f"Write '{texts[-1]}: [{words}]' instead"
    got = quoted(error.instance[unknown])
    return (
        f"unknown key '{name}'{_disguise(name)} (got {got}). "
        f"Allowed keys: {', '.join(allowed)}. {cure}."
    )


def _meant(error: jsonschema.ValidationError) -> str | None:
    """What was all but written, or what YAML read as a text (1e-4) or a truth (no)."""
    got, rule, wanted = error.instance, error.validator, error.validator_value
    if wanted == "string" and isinstance(got, bool):
        return '"yes"' if got else '"no"'
    if not isinstance(got, str):
        return None
    if rule == "enum":
        near = difflib.get_close_matches(got.lower(), list(map(str, wanted)), n=1)
        return near[0] if near else None
    try:
        number = float(got)
    except ValueError:
        return None
    if wanted == "integer" and abs(number) < 1e15 and number.is_integer():
        return str(int(number))
    return _as_yaml(number) if wanted == "number" and math.isfinite(number) else None


def _wanted(rule: str, value) -> str:
    if (rule, value) == ("minItems", 1):
        return "at least 1 entry is wanted"
    if rule == "enum":
        value = ", ".join(map(str, value))
    if rule == "type":
        types = [value] if isinstance(value, str) else value
        value = " or ".join(WORDS[name] for name in types)
    return WANTED[rule].format(value)


def _as_yaml(value) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    mantissa, e, exponent = str(value).partition("e")
    if isinstance(value, float) and e and "." not in mantissa:
        return f"{mantissa}.0e{exponent}"
    return str(value)
