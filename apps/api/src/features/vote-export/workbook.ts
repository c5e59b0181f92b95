import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'

/** A cell: text, number, truth value or time (UTC). A text is always a text, whatever it begins with: none becomes a formula. */
export type Cell = string | number | boolean | Date

/** Rows of one sheet that Excel can open. */
export const SHEET_ROWS = 1_048_576

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const DOCUMENT = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** Spreadsheets that are saved as CSV later would run these; an apostrophe keeps them texts there too. */
const FORMULA = /^[=+\-@\t\r]/
/** Characters that XML 1.0 cannot carry. */
const UNCARRIED = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu

const textOf = (text: string) =>
  (FORMULA.test(text) ? `'${text}` : text)
    .replace(UNCARRIED, '\uFFFD')
    .replace(/[&<>]/g, (char) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[char] ?? char)

/** `A` to `Z`: a sheet of ours has at most 26 columns. */
const columnOf = (index: number) => String.fromCharCode(65 + index)

/** Days since Excel's day 0, which is 25,569 days before 1970. */
const excelDay = (time: Date) => time.getTime() / 86_400_000 + 25_569

const cellXml = (cell: Cell, place: string) => {
  if (cell instanceof Date) return `<c r="${place}" s="1"><v>${excelDay(cell)}</v></c>`
  if (typeof cell === 'number') return `<c r="${place}"><v>${cell}</v></c>`
  if (typeof cell === 'boolean') return `<c r="${place}" t="b"><v>${Number(cell)}</v></c>`
  return `<c r="${place}" t="inlineStr"><is><t xml:space="preserve">${textOf(cell)}</t></is></c>`
}

/** `number` counts from 1, as readers expect it beside each row. */
const rowXml = (cells: Cell[], number: number) =>
  `<row r="${number}">${cells.map((cell, index) => cellXml(cell, columnOf(index) + number)).join('')}</row>`

/** Style 0 for everything, style 1 for times. */
const STYLES = `${HEAD}<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd hh:mm:ss.000"/></numFmts><fonts count="1"><font/></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf xfId="0"/><xf numFmtId="164" applyNumberFormat="1" xfId="0"/></cellXfs></styleSheet>`

const parts = (sheets: string[]): Record<string, string> => ({
  '[Content_Types].xml': `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/>${sheets.map((_, n) => `<Override PartName="/xl/worksheets/sheet${n + 1}.xml" ContentType="${TYPE}.worksheet+xml"/>`).join('')}</Types>`,
  '_rels/.rels': `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${DOCUMENT}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${DOCUMENT}"><sheets>${sheets.map((name, n) => `<sheet name="${textOf(name)}" sheetId="${n + 1}" r:id="rId${n + 1}"/>`).join('')}</sheets></workbook>`,
  'xl/styles.xml': STYLES,
  'xl/_rels/workbook.xml.rels': `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${sheets.map((_, n) => `<Relationship Id="rId${n + 1}" Type="${DOCUMENT}/worksheet" Target="worksheets/sheet${n + 1}.xml"/>`).join('')}<Relationship Id="styles" Type="${DOCUMENT}/styles" Target="styles.xml"/></Relationships>`,
})

type Source = { columns: string[]; batches: AsyncGenerator<Cell[][]>; sheetName: string; sheetRows?: number }

/** Hands out the rows sheet by sheet; what a sheet has no room for begins the next one. */
const sheetsOf = ({ columns, batches, sheetRows = SHEET_ROWS }: Source) => {
  let waiting: Cell[][] = []
  let isOver = false
  const more = async () => {
    if (waiting.length > 0 || isOver) return
    const { value, done } = await batches.next()
    isOver = done === true
    waiting = value ?? []
  }
  async function* sheet() {
    yield `${HEAD}<worksheet xmlns="${MAIN}"><sheetData>${rowXml(columns, 1)}`
    for (let last = 1; last < sheetRows; ) {
      await more()
      if (waiting.length === 0) break
      const rows = waiting.splice(0, sheetRows - last)
      const before = last
      last += rows.length
      yield rows.map((cells, index) => rowXml(cells, before + index + 1)).join('')
    }
    yield '</sheetData></worksheet>'
  }
  return {
    sheet,
    isLeft: async () => {
      await more()
      return waiting.length > 0
    },
  }
}

/**
 * Writes a workbook (Office Open XML) of any number of rows to `path`, in constant memory: a batch is asked for when the
 * one before it is on its way to the disk. Rows beyond Excel's limit go on in a further sheet.
 * @returns how many sheets there are
 */
export const writeWorkbook = async (path: string, source: Source): Promise<number> => {
  const zip = new ZipFile()
  const names: string[] = []
  const { sheet, isLeft } = sheetsOf(source)
  const fill = async () => {
    do {
      names.push(names.length === 0 ? source.sheetName : `${source.sheetName} ${names.length + 1}`)
      const rows = Readable.from(sheet(), { objectMode: false })
      const written = new Promise<void>((done, fail) => rows.once('end', done).once('error', fail))
      zip.addReadStream(rows, `xl/worksheets/sheet${names.length}.xml`)
      await written
    } while (await isLeft())
    for (const [name, xml] of Object.entries(parts(names))) zip.addBuffer(Buffer.from(xml), name)
    zip.end()
  }
  const output = zip.outputStream as Readable
  // Opened first: a writing that fails at once leaves nothing behind that appears only after it was cleaned up.
  const file = await open(path, 'w', 0o600)
  await Promise.all([
    pipeline(output, file.createWriteStream()),
    fill().catch((failure: Error) => {
      output.destroy(failure)
      throw failure
    }),
  ])
  return names.length
}
