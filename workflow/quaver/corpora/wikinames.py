"""Names wikis go by, as data: namespaces of files and categories, disambiguation.

A dump names its own namespaces; what stands here is English, which every wiki
understands, and names the older pages of a language use.
"""

FILES = frozenset(
    {
        *("file", "image", "bild", "datei", "fichier", "ficheiro", "imagem", "arquivo"),
        *("soubor", "obrázek", "plik", "grafika", "tiedosto", "kuva", "चित्र", "फ़ाइल"),
        *("文件", "檔案", "档案", "图像", "圖像", "图片", "圖片", "файл", "картинка"),
    }
)
CATEGORIES = frozenset(
    {
        *("category", "kategorie", "kategoria", "catégorie", "categoria", "luokka"),
        *("श्रेणी", "分类", "分類", "категория"),
    }
)

# Templates that mark a page as a disambiguation, in lower case, without underscores.
DISAMBIGUATIONS = frozenset(
    {
        *("dab", "disamb", "hndis", "geodis", "geodab", "mathdab", "numberdis"),
        *("roaddis", "schooldis", "hospitaldis", "shipindex", "callsigndis"),
        *("letter-ncombdisambig", "wp disambig", "disambig", "disambiguation"),
        *("disambiguation page", "disambiguation cleanup", "disambig-cleanup"),
        *("बहुविकल्पी", "बहुविकल्पी शब्द", "बहुविकल्पी पृष्ठ", "बहुविकल्पी पन्ना"),
        *("täsmennyssivu", "täsmennys", "täsmennyssivu/nimi"),
        *("消歧义", "消歧義", "消歧义页", "消歧義頁", "人名消歧义", "人名消歧義"),
        *("地名消歧义", "地名消歧義", "学校消歧义", "車站消歧義", "车站消歧义"),
        *("rozcestník", "rozcestník - příjmení", "rozcestník - jméno"),
        *("rozcestník - místopisné jméno", "rozcestník - kostel"),
        *("ujednoznacznienie", "disambigr", "strona ujednoznaczniająca"),
        *("desambiguação", "desambig", "desambiguacao", "desambig-ini", "desamb"),
        *("пояснение", "пояснителна страница", "пояснителна"),
        *("begriffsklärung", "bkl", "homonymie", "patronymie", "paronymie"),
        *("toponymie", "internationalisation", "arrondissements homonymes"),
        *("batailles homonymes", "cantons homonymes", "communes françaises homonymes"),
        *("films homonymes", "gouvernements homonymes", "guerres homonymes"),
        *("homonymie de clubs sportifs", "homonymie de personnes"),
        *("paroisses homonymes", "personnes homonymes", "saints homonymes"),
        *("titres homonymes", "unités homonymes", "villes homonymes"),
    }
)
REDIRECTS = frozenset(
    {
        *("redirect", "přesměruj", "patrz", "przekieruj", "tam", "ohjaus"),
        *("uudelleenohjaus", "redirecionamento", "redireccionamento", "अनुप्रेषित"),
        *("पुनर्प्रेषित", "重定向", "пренасочване", "виж", "weiterleitung", "redirection"),
    }
)
ENDING = " disambiguation"  # human name disambiguation, airport disambiguation, ...
