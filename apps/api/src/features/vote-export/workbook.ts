import { open } from 'node:fs/promises'
import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import ExcelJS from 'exceljs'

/** Strings are never written as formulas. Dates are in UTC. */
export type Cell = string | number | boolean | Date

export const SHEET_ROWS = 1_048_576

/** Text that matches gets an apostrophe prefix, so it never becomes a formula, even if saved as CSV. */
const FORMULA = /^[=+\-@\t\r]/
/** Shared between cells, because exceljs has to examine each new style object. */
const PLAIN = {}
/** Characters. Spreadsheets show ######## in a column too narrow for its times. */
const [WIDTH, TIME_WIDTH] = [12, 24]
const TIME = { numFmt: 'yyyy\\-mm\\-dd hh:mm:ss.000' }
/** Characters invalid in XML 1.0. */
const INVALID_IN_XML = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu

const toSafeCell = (cell: Cell): Cell =>
  typeof cell === 'string' ? (FORMULA.test(cell) ? `'${cell}` : cell).replace(INVALID_IN_XML, '\uFFFD') : cell

/** Batches of a sheet must be consecutive. */
export type Batch = { sheetName: string; rows: Cell[][] }
/** `sheetName` names the first sheet, which is created even if there are no rows. */
type Source = { columns: string[]; batches: AsyncGenerator<Batch>; sheetName: string; sheetRows?: number }

/** exceljs internals: `_pipe` passes an XML chunk to the ZIP. */
type SheetStream = { _pipe(chunk: unknown): Promise<void> }

/** Await `written` regularly, because exceljs accepts rows faster than it can compress them. */
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
  // Set before the first row, because exceljs writes the columns with it.
  sheet.columns = columns.map((column) => ({ width: column.endsWith('_at') ? TIME_WIDTH : WIDTH }))
  let rows = 0
  const add = (cells: Cell[]) => {
    const row = sheet.addRow(cells.map(toSafeCell))
    cells.forEach((cell, index) => {
      row.getCell(index + 1).style = cell instanceof Date ? TIME : PLAIN
    })
    row.commit()
    rows += 1
  }
  add(columns)
  return { add, rows: () => rows, close: () => sheet.commit(), written: () => Promise.all(chunks.splice(0)) }
}

/** Splits batches into small slices, because exceljs needs fifty times as much memory as the rows. */
async function* slicesOf(batches: Source['batches']) {
  for await (const { sheetName, rows } of batches)
    for (let from = 0; from < rows.length; from += 200) yield { sheetName, rows: rows.slice(from, from + 200) }
}

export const writeWorkbook = async (path: string, source: Source): Promise<number> => {
  const { columns, batches, sheetRows = SHEET_ROWS } = source
  // Open the file first, so a failed write cannot create it after the cleanup.
  const file = await open(path, 'w', 0o600)
  const output = new PassThrough()
  const stored = pipeline(output, file.createWriteStream())
  // Prevent an unhandled rejection. The code below awaits the promise and reports the error.
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
      // A write error, for example on a full disk, also ends the wait.
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
