import { eachParagraph, isSceneBreak } from "#app/domain/story.ts"
import type { Book } from "./book.server.ts"
import { markupOfParagraphs, type Xml, xml, xmlDocument } from "./xml.server.ts"
import { zip } from "./zip.server.ts"

/** Word names languages by country. */
const WORD_LANGUAGE = "zh-CN"

const PACKAGE = "http://schemas.openxmlformats.org/package/2006"
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006"
const WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"

/** A novel as a Word document, whose headings Word lists in its navigation. */
export async function packDocx(book: Book): Promise<Buffer> {
  const entries = [
    { name: "[Content_Types].xml", content: xmlDocument(TYPES) },
    { name: "_rels/.rels", content: xmlDocument(PACKAGE_LINKS) },
    { name: "docProps/core.xml", content: xmlDocument(coreOf(book)) },
    { name: "docProps/custom.xml", content: xmlDocument(customOf(book)) },
    { name: "word/document.xml", content: documentOf(book) },
    { name: "word/_rels/document.xml.rels", content: xmlDocument(DOCUMENT_LINKS) },
    { name: "word/styles.xml", content: xmlDocument(STYLES) },
    { name: "word/settings.xml", content: xmlDocument(SETTINGS) },
    { name: "word/footer.xml", content: xmlDocument(footerOf(book)) },
  ]
  return zip(entries, book.modifiedAt)
}

const TYPES = xml`<Types xmlns="${PACKAGE}/content-types">
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
<Default Extension="xml" ContentType="application/xml"/>
<Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/>
<Override PartName="/docProps/custom.xml" ContentType="application/vnd.openxmlformats-officedocument.custom-properties+xml"/>
<Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/>
<Override PartName="/word/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.styles+xml"/>
<Override PartName="/word/settings.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.settings+xml"/>
<Override PartName="/word/footer.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.footer+xml"/>
</Types>`

const PACKAGE_LINKS = xml`<Relationships xmlns="${PACKAGE}/relationships">
<Relationship Id="document" Type="${OFFICE}/relationships/officeDocument" Target="word/document.xml"/>
<Relationship Id="core" Type="${PACKAGE}/relationships/metadata/core-properties" Target="docProps/core.xml"/>
<Relationship Id="custom" Type="${OFFICE}/relationships/custom-properties" Target="docProps/custom.xml"/>
</Relationships>`

const DOCUMENT_LINKS = xml`<Relationships xmlns="${PACKAGE}/relationships">
<Relationship Id="styles" Type="${OFFICE}/relationships/styles" Target="styles.xml"/>
<Relationship Id="settings" Type="${OFFICE}/relationships/settings" Target="settings.xml"/>
<Relationship Id="footer" Type="${OFFICE}/relationships/footer" Target="footer.xml"/>
</Relationships>`

function coreOf({ title, author, identifier, label, createdAt, modifiedAt }: Book): Xml {
  const creator = author === null ? [] : [xml`<dc:creator>${author}</dc:creator>\n`]
  return xml`<cp:coreProperties xmlns:cp="${PACKAGE}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
<dc:title>${title}</dc:title>
${creator}<dc:identifier>${identifier}</dc:identifier>
<dc:language>${WORD_LANGUAGE}</dc:language>
<dc:description>${label}</dc:description>
<dcterms:created xsi:type="dcterms:W3CDTF">${createdAt.toISOString()}</dcterms:created>
<dcterms:modified xsi:type="dcterms:W3CDTF">${modifiedAt.toISOString()}</dcterms:modified>
</cp:coreProperties>`
}

function customOf({ aiMetadata }: Book): Xml {
  return xml`<Properties xmlns="${OFFICE}/custom-properties" xmlns:vt="${OFFICE}/docPropsVTypes">
<property fmtid="{D5CDD505-2E9C-101B-9397-08002B2CF9AE}" pid="2" name="AIGC"><vt:lpwstr>${aiMetadata}</vt:lpwstr></property>
</Properties>`
}

function* documentOf({ title, head, chapters, label }: Book): Generator<string> {
  yield `${xmlDocument(xml`<w:document xmlns:w="${WORD}" xmlns:r="${OFFICE}/relationships">`)}<w:body>\n`
  yield* paragraphsIn("Title", [title])
  yield* paragraphsIn("Subtitle", [...head, label])
  for (const chapter of chapters) {
    if (chapter.title !== "") yield* paragraphsIn("Heading1", [chapter.title])
    yield* markupOfParagraphs(eachParagraph(chapter.text), (paragraph) =>
      isSceneBreak(paragraph) ? SCENE_BREAK : BODY,
    )
  }
  yield* paragraphsIn("Subtitle", [label])
  yield PAPER.markup
  yield "</w:body></w:document>"
}

type Style = "Title" | "Subtitle" | "Heading1" | "SceneBreak"

function paragraphsIn(style: Style, paragraphs: readonly string[]): Generator<string> {
  return markupOfParagraphs(paragraphs, () => tagsIn(style))
}

function tagsIn(style: Style): { open: string; close: string } {
  return {
    open: `<w:p><w:pPr><w:pStyle w:val="${style}"/></w:pPr><w:r><w:t xml:space="preserve">`,
    close: BODY.close,
  }
}

const BODY = { open: '<w:p><w:r><w:t xml:space="preserve">', close: "</w:t></w:r></w:p>\n" }
const SCENE_BREAK = tagsIn("SceneBreak")

/** A4 with margins of an inch, in twentieths of a point. */
const PAPER = xml`<w:sectPr><w:footerReference w:type="default" r:id="footer"/><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1440" w:right="1440" w:bottom="1440" w:left="1440" w:header="720" w:footer="720" w:gutter="0"/></w:sectPr>`

function footerOf({ label }: Book): Xml {
  return xml`<w:ftr xmlns:w="${WORD}"><w:p><w:pPr><w:pStyle w:val="Footer"/></w:pPr><w:r><w:t xml:space="preserve">${label} · </w:t></w:r><w:fldSimple w:instr=" PAGE "><w:r><w:t>1</w:t></w:r></w:fldSimple></w:p></w:ftr>`
}

/** Without it, Word opens the document as one of 2007. */
const SETTINGS = xml`<w:settings xmlns:w="${WORD}"><w:characterSpacingControl w:val="compressPunctuation"/><w:compat><w:compatSetting w:name="compatibilityMode" w:uri="http://schemas.microsoft.com/office/word" w:val="15"/></w:compat><w:themeFontLang w:val="en-US" w:eastAsia="${WORD_LANGUAGE}"/></w:settings>`

// Quotation marks and dashes are in `hAnsi`, and have the width of a character only in a Chinese font.
const SONG = xml`<w:rFonts w:ascii="Times New Roman" w:hAnsi="SimSun" w:eastAsia="SimSun" w:cs="Times New Roman"/>`
const HEI = xml`<w:rFonts w:ascii="Arial" w:hAnsi="SimHei" w:eastAsia="SimHei" w:cs="Arial"/><w:b/>`
const CENTRED = xml`<w:ind w:firstLineChars="0" w:firstLine="0"/><w:jc w:val="center"/>`

/** Sizes are in half points, spaces in twentieths of a point, and an indent of two characters in hundredths of one. */
const STYLES = xml`<w:styles xmlns:w="${WORD}">
<w:docDefaults><w:rPrDefault><w:rPr>${SONG}<w:sz w:val="24"/><w:szCs w:val="24"/><w:lang w:val="en-US" w:eastAsia="${WORD_LANGUAGE}" w:bidi="ar-SA"/></w:rPr></w:rPrDefault></w:docDefaults>
<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/><w:qFormat/><w:pPr><w:spacing w:line="360" w:lineRule="auto"/><w:ind w:firstLineChars="200" w:firstLine="480"/><w:jc w:val="both"/></w:pPr></w:style>
<w:style w:type="paragraph" w:styleId="Title"><w:name w:val="Title"/><w:basedOn w:val="Normal"/><w:next w:val="Normal"/><w:qFormat/><w:pPr><w:keepNext/><w:spacing w:before="480" w:after="240"/>${CENTRED}</w:pPr><w:rPr>${HEI}<w:sz w:val="40"/></w:rPr></w:style>
<w:style w:type="paragraph" w:styleId="Subtitle"><w:name w:val="Subtitle"/><w:basedOn w:val="Normal"/><w:next w:val="Normal"/><w:qFormat/><w:pPr><w:spacing w:before="120" w:after="120" w:line="240"/>${CENTRED}</w:pPr><w:rPr><w:color w:val="595959"/><w:sz w:val="21"/></w:rPr></w:style>
<w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/><w:basedOn w:val="Normal"/><w:next w:val="Normal"/><w:qFormat/><w:pPr><w:keepNext/><w:keepLines/><w:spacing w:before="600" w:after="300"/>${CENTRED}<w:outlineLvl w:val="0"/></w:pPr><w:rPr>${HEI}<w:sz w:val="30"/></w:rPr></w:style>
<w:style w:type="paragraph" w:customStyle="1" w:styleId="SceneBreak"><w:name w:val="Scene Break"/><w:basedOn w:val="Normal"/><w:next w:val="Normal"/><w:qFormat/><w:pPr><w:spacing w:before="240" w:after="240"/>${CENTRED}</w:pPr></w:style>
<w:style w:type="paragraph" w:styleId="Footer"><w:name w:val="footer"/><w:basedOn w:val="Normal"/><w:pPr><w:spacing w:line="240"/>${CENTRED}</w:pPr><w:rPr><w:color w:val="595959"/><w:sz w:val="18"/></w:rPr></w:style>
</w:styles>`
