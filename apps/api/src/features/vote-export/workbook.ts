import { open } from 'node:fs/promises'
import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import ExcelJS from 'exceljs'

/** A cell: text, number, truth value or time (UTC). A text is always a text, whatever it begins with: none becomes a formula. */
export type Cell = string | number | boolean | Date

/** Rows of one sheet that Excel can open. */
export const SHEET_ROWS = 1_048_576

/** Spreadsheets that are saved as CSV later would run these; an apostrophe keeps them texts there too. */
const FORMULA = /^[=+\-@\t\r]/
/** Styles, each one object for all its cells: exceljs examines every style that it has not met before. */
const PLAIN = {}
const TIME = { numFmt: 'yyyy\\-mm\\-dd hh:mm:ss.000' }
/** Characters that XML 1.0 cannot carry. */
const UNCARRIED = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu

const carried = (cell: Cell): Cell =>
  typeof cell === 'string' ? (FORMULA.test(cell) ? `'${cell}` : cell).replace(UNCARRIED, '\uFFFD') : cell

/** Rows of one sheet, by its name; those of one name come one after the other. */
export type Batch = { sheetName: string; rows: Cell[][] }
/** `sheetName`: of the first sheet, which is there without rows, too. */
type Source = { columns: string[]; batches: AsyncGenerator<Batch>; sheetName: string; sheetRows?: number }

/** What a sheet writes into: `_pipe` hands a chunk of its XML to the ZIP. */
type SheetStream = { _pipe(chunk: unknown): Promise<void> }

/** `written` waits for the ZIP, as exceljs takes rows faster than it compresses them. */
const newSheet = (workbook: ExcelJS.stream.xlsx.WorkbookWriter, name: string, columns: string[]) => {
  const sheet = workbook.addWorksheet(name)
  const { stream } = sheet as unknown as { stream: SheetStream }
  const pipe = stream._pipe
  const chunks: Promise<void>[] = []
  stream._pipe = (chunk) => {
    const written = pipe.call(stream, chunk)
    chunks.push(written)
    return written
  }
  let rows = 0
  const add = (cells: Cell[]) => {
    const row = sheet.addRow(cells.map(carried))
    cells.forEach((cell, index) => {
      row.getCell(index + 1).style = cell instanceof Date ? TIME : PLAIN
    })
    row.commit()
    rows += 1
  }
  add(columns)
  return { add, rows: () => rows, close: () => sheet.commit(), written: () => Promise.all(chunks.splice(0)) }
}

/** Few at a time: what exceljs makes of a row on its way to the ZIP is fifty times the row. */
async function* slicesOf(batches: Source['batches']) {
  for await (const { sheetName, rows } of batches)
    for (let from = 0; from < rows.length; from += 200) yield { sheetName, rows: rows.slice(from, from + 200) }
}

/** Writes a workbook of any number of rows in constant memory, and returns how many sheets it has. */
export const writeWorkbook = async (path: string, source: Source): Promise<number> => {
  const { columns, batches, sheetRows = SHEET_ROWS } = source
  // Opened first: a writing that fails at once leaves nothing behind that appears only after it was cleaned up.
  const file = await open(path, 'w', 0o600)
  const output = new PassThrough()
  const stored = pipeline(output, file.createWriteStream())
  // Thrown below, wherever the writing is by then.
  stored.catch(() => undefined)
  const workbook = new ExcelJS.stream.xlsx.WorkbookWriter({ stream: output, useStyles: true })
  const sheets: Record<string, number> = {}
  const nextSheet = (name: string) => {
    const number = (sheets[name] ?? 0) + 1
    sheets[name] = number
    return { name, ...newSheet(workbook, number === 1 ? name : `${name} ${number}`, columns) }
  }
  try {
    let sheet = nextSheet(source.sheetName)
    for await (const { sheetName, rows } of slicesOf(batches)) {
      for (const cells of rows) {
        if (sheet.name !== sheetName || sheet.rows() === sheetRows) {
          sheet.close()
          sheet = nextSheet(sheetName)
        }
        sheet.add(cells)
      }
      // A disk that refuses ends the waiting, too.
      await Promise.race([sheet.written(), stored])
    }
    await Promise.all([workbook.commit(), stored])
    return Object.values(sheets).reduce((sum, number) => sum + number, 0)
  } catch (failure) {
    output.destroy()
    await Promise.allSettled([stored])
    throw failure
  }
}
