"""Names wikis go by, as data: namespaces of files and categories, disambiguation.

A dump names its own namespaces; what stands here is English, which every wiki
understands, and names the older pages of a language use. Commas part names.
"""


def _names(written: str) -> frozenset[str]:
    return frozenset(" ".join(written.split()).split(", "))


# Prefixes of links that are no text, in lower case: files, then categories.
HIDDEN = _names("""
file, image, bild, datei, fichier, ficheiro, imagem, arquivo, soubor, obrázek, plik,
grafika, tiedosto, kuva, चित्र, फ़ाइल, 文件, 檔案, 档案, 图像, 圖像, 图片, 圖片, файл,
картинка, category, kategorie, kategoria, catégorie, categoria, luokka, श्रेणी, 分类,
分類, категория
""")

# Templates that mark a page as a disambiguation, in lower case, without underscores.
DISAMBIGUATIONS = _names("""
dab, disamb, hndis, geodis, geodab, mathdab, numberdis, roaddis, schooldis, hospitaldis,
shipindex, callsigndis, letter-ncombdisambig, wp disambig, disambig, disambiguation,
disambiguation page, disambiguation cleanup, disambig-cleanup, बहुविकल्पी,
बहुविकल्पी शब्द, बहुविकल्पी पृष्ठ, बहुविकल्पी पन्ना, täsmennyssivu, täsmennys,
täsmennyssivu/nimi, 消歧义, 消歧義, 消歧义页, 消歧義頁, 人名消歧义, 人名消歧義,
地名消歧义, 地名消歧義, 学校消歧义, 車站消歧義, 车站消歧义, rozcestník,
rozcestník - příjmení, rozcestník - jméno, rozcestník - místopisné jméno,
rozcestník - kostel, ujednoznacznienie, disambigc, disambrulers,
strona ujednoznaczniająca, desambiguação, desambig, desambiguacao, desambig-ini, desamb,
пояснение, пояснителна страница, пояснителна, begriffsklärung, bkl, homonymie,
patronymie, paronymie, toponymie, internationalisation, arrondissements homonymes,
batailles homonymes, cantons homonymes, communes françaises homonymes, films homonymes,
gouvernements homonymes, guerres homonymes, homonymie de clubs sportifs,
homonymie de personnes, paroisses homonymes, personnes homonymes, saints homonymes,
titres homonymes, unités homonymes, villes homonymes
""")
ENDING = " disambiguation"  # human name disambiguation, airport disambiguation, ...

# Templates that show their words, in lower case: quotations, which are paragraphs, ...
QUOTATIONS = _names("""
quote, blockquote, block quote, bquote, cquote, rquote, quotation, centered quote,
citát, cytat, cytat d, citação, citação2, quote1, quote2, sitaatti, lainaus, zitat,
citation bloc, citat, blockcitat, उद्धरण, उक्ति, 引文, 引言, alıntı
""")
SAID = ("text", "quote", "content", "tekst", "treść", "texto", "teksti", "texte")
# Those that show the first of their values, ...
FIRST = _names("""
nowrap, nobr, nowr, small, smaller, big, larger, em, strong, abbr, tooltip, smallcaps,
sc, center, centre, sub, sup, sic, nihongo, ill, interlanguage link, illm, citation,
lien, abréviation, link-en
""")
# ... the last, after the code of its language or a colour, ...
LAST = _names("""
lang, langue, transl, transliteration, rtl-lang, lang2, color, colour, font color,
cizojazyčně, vjazyce2
""")
# ... a number and its unit, and a space or a dash.
MEASURES = _names("convert, cvt, converter, unité, unite")
SPACES = _names("nbsp, spaces, snd, spnd, spaced ndash, ndash, mdash, –, —, dot, ·")

# Words that make a page a redirect.
REDIRECTS = _names("""
redirect, přesměruj, patrz, przekieruj, tam, ohjaus, uudelleenohjaus, redirecionamento,
redireccionamento, अनुप्रेषित, पुनर्प्रेषित, 重定向, пренасочване, виж, weiterleitung,
redirection
""")
# Codes of languages that have a wiki: a link to one stands beside the text, not in it.
CODES = """
aa ab ae af ak am an ar as av ay az ba be bg bi bm bn bo br bs ca ce ch co cr cs cu cv
cy da de dv dz ee el en eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho
hr ht hu hy ia id ie ig ii ik io is it iu ja jv ka kg ki kk kl km kn ko ks ku kv kw ky
la lb lg li ln lo lt lv mg mi mk ml mn mr ms mt my na nb ne nl nn no nv ny oc om or os
pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg sh si sk sl sm sn so sq sr ss st su sv
sw ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh
zu ace ang arc arz ast azb bar bcl bjn bpy bug bxr cdo ceb chr chy ckb crh csb diq dsb
eml ext frp frr fur gag gan glk gom got hak haw hif hsb ilo jam jbo kaa kab kbd koi
krc ksh lad lbe lez lij lmo lrc ltg lzh mai mdf mhr min mrj mwl myv mzn nah nap nds
new nov nrm nso olo pag pam pap pcd pdc pfl pih pnb pnt rmy rue sah scn sco simple srn
stq szl tcy tet tpi tum tyv udm vec vep vls war wuu xal xmf yue zea als bat-smg
be-tarask be-x-old cbk-zam fiu-vro map-bms nds-nl roa-rup roa-tara zh-classical
zh-min-nan zh-yue
"""
LANGUAGES = frozenset(CODES.split())
