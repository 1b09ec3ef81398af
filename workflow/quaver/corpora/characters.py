"""What bytes tell of their encoding, and encodings read as UTF-8."""

import codecs
import io
from functools import cache

MARKS = {  # utf-32 first: its mark begins with that of utf-16
    codecs.BOM_UTF8: "utf-8",
    **dict.fromkeys((codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE), "utf-32"),
    **dict.fromkeys((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE), "utf-16"),
}
UNUSED = (0x81, 0x8D, 0x8F, 0x90, 0x9D)  # bytes windows-1252 says nothing about
WINDOWS_1252 = "".join(
    chr(byte) if byte in UNUSED else bytes([byte]).decode("cp1252")
    for byte in range(256)
)


class Recoded:
    """A stream in any encoding, read as UTF-8."""

    def __init__(
        self, stream: io.BufferedIOBase, head: bytes, encoding: str, errors: str
    ):
        self.encoding, self._stream, self._head = encoding, stream, head
        self._decoder = codecs.getincrementaldecoder(encoding)(errors)

    def read(self, size: int) -> bytes:
        """Some bytes of UTF-8; none at the end only."""
        while True:
            given = self._head + self._stream.read(size)
            self._head = b""
            text = self._decoder.decode(given, final=not given)
            if text or not given:
                return text.encode("utf-8")


@cache
def keeps_ascii(encoding: str) -> bool:
    """Whether the first 128 bytes are ASCII: lines can be told before decoding."""
    try:
        return all(bytes([byte]).decode(encoding) == chr(byte) for byte in range(128))
    except UnicodeError:
        return False


def without_mark(block: bytes) -> str:
    """UTF-16 without its mark, told by nulls in every second place, or nothing."""
    nulls, odd = block.count(0), block[1::2].count(0)
    is_uneven = min(odd, nulls - odd) * 20 <= nulls
    if nulls < 4 or nulls * 20 < len(block) or not is_uneven:
        return ""
    return "utf-16-le" if odd * 2 > nulls else "utf-16-be"


def first_length(block: bytes, limit: int) -> int:
    """Bytes of the first line with its end; 0 where all are not above the limit."""
    if len(block) <= limit:
        return 0
    ends = [block.find(end) % (len(block) + 1) for end in (b"\n", b"\r")]
    return min(*ends, len(block) - 1) + 1
