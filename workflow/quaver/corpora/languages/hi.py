"""Hindi: words by ICU, or by a regex along the same rules where ICU is missing."""

from quaver.corpora.languages.breaks import BY_UNICODE, by_icu
from quaver.corpora.languages.pack import Pack
from quaver.corpora.sentences import Splitter

LETTER_NAMES = (  # of English letters, as initials of names are written
    "ए, बी, सी, डी, ई, एफ, एच, जे, के, एल, एम, एन, ओ, पी, क्यू, आर, एस, टी, यू, वी, "
    "डब्ल्यू, एक्स, वाई, जेड"
)

PACK = Pack(
    code="hi",
    name="Hindi",
    lemmas="hi",
    tokenisers={**by_icu("hi"), **BY_UNICODE},
    sentences=Splitter(
        language="hi",
        leads=f"{LETTER_NAMES}, Dr, Mr, डॉ, डा, मि, मिस, सेंट, सेन, "
        "श्री, श्रीमती, सुश्री, प्रो, पं, स्व, कु, रु, इं, कि, मी",
        leads_numbers="सं, क्र, नं, पृ, पू",
        stops="।॥",
    ),
)
