import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { sheetsIn } from '../../../test/make/exports.ts'
import { type Batch, type Cell, SHEET_ROWS, writeWorkbook } from './workbook.ts'

const folder = mkdtempSync(join(tmpdir(), 'hotvote-workbook-'))
afterAll(() => rmSync(folder, { recursive: true }))

async function* getBatches(...batches: Cell[][][]): AsyncGenerator<Batch> {
  for (const rows of batches) yield { sheetName: 'Votes', rows }
}
const write = async (batches: AsyncGenerator<Batch>, sheetRows?: number) => {
  const path = join(folder, 'test.xlsx')
  const sheets = await writeWorkbook(path, { columns: ['a', 'b'], batches, sheetName: 'Votes', sheetRows })
  return { sheets, read: await sheetsIn(readFileSync(path)) }
}

it('writes column names into an empty workbook', async () => {
  const { sheets, read } = await write(getBatches())
  expect(sheets).toBe(1)
  expect(read).toEqual([{ name: 'Votes', widths: [12, 12], rows: [['a', 'b']] }])
})

it('keeps the types of numbers, booleans and texts', async () => {
  const texts = ['plain', '<b>&"\'', ' spaces ', 'Zürich 日本 🎉', 'bell\u0007']
  const { read } = await write(getBatches([[1, true], [-2.5, false], ...texts.map((text) => [text, 0])]))
  expect(read[0]?.rows.slice(1)).toEqual([
    [1, true],
    [-2.5, false],
    ...texts.map((text) => [text.replace('\u0007', '\uFFFD'), 0]),
  ])
})

it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '=HYPERLINK("https://evil.example")'])(
  'writes %j as text, also after the workbook is saved again',
  async (text) => {
    const { read } = await write(getBatches([[text, 0]]))
    const cell = read[0]?.rows[1]?.[0]
    expect(typeof cell).toBe('string')
    expect(String(cell).startsWith("'")).toBe(true)
  },
)

it('continues a full sheet in the next one with column names', async () => {
  const rows = Array.from({ length: 10 }, (_, n): Cell[] => [n, 0])
  const { sheets, read } = await write(getBatches(rows.slice(0, 4), rows.slice(4)), 5)
  expect(sheets).toBe(3)
  expect(read.map(({ name }) => name)).toEqual(['Votes', 'Votes 2', 'Votes 3'])
  expect(read.map(({ rows: inSheet }) => inSheet.length)).toEqual([5, 5, 3])
  expect(read.flatMap(({ rows: inSheet }) => inSheet.slice(1).map(([n]) => n))).toEqual(rows.map(([n]) => n))
  expect((await write(getBatches(rows.slice(0, 4)), 5)).sheets).toBe(1)
})

it('starts a sheet for each name and numbers its further sheets', async () => {
  async function* named(): AsyncGenerator<Batch> {
    yield { sheetName: 'Votes', rows: [[1, 0]] }
    yield {
      sheetName: 'Others',
      rows: [
        [2, 0],
        [3, 0],
        [4, 0],
      ],
    }
  }
  const { sheets, read } = await write(named(), 3)
  expect(sheets).toBe(3)
  expect(read.map(({ name, rows }) => [name, ...rows.slice(1).map(([n]) => n)])).toEqual([
    ['Votes', 1],
    ['Others', 2, 3],
    ['Others 2', 4],
  ])
})

it('limits a sheet to the rows that Excel opens', () => {
  expect(SHEET_ROWS).toBe(1_048_576)
})

it('fails and writes no file when its source fails', async () => {
  async function* failing(): AsyncGenerator<Batch> {
    yield { sheetName: 'Votes', rows: [[1, 2]] }
    throw new Error('lost')
  }
  for (let time = 0; time < 50; time += 1) {
    await expect(write(failing())).rejects.toThrow('lost')
    rmSync(join(folder, 'test.xlsx'))
  }
})

it.skipIf(!existsSync('/dev/full'))('stops reading its source when the disk is full', async () => {
  let isClosed = false
  async function* endless(): AsyncGenerator<Batch> {
    try {
      for (let n = 0; ; n += 1)
        yield { sheetName: 'Votes', rows: Array.from({ length: 1_000 }, (_, row): Cell[] => [Math.sqrt(n), row]) }
    } finally {
      isClosed = true
    }
  }
  const writing = writeWorkbook('/dev/full', { columns: ['a', 'b'], batches: endless(), sheetName: 'Votes' })
  await expect(writing).rejects.toMatchObject({ code: 'ENOSPC' })
  expect(isClosed).toBe(true)
})
