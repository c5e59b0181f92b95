import { request } from 'node:http'
import ExcelJS from 'exceljs'
import { OPERATOR } from '../app/settings.ts'

/** Maps Prometheus series with labels to values. */
export const parseSamples = (text: string) =>
  new Map(
    text
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => {
        const at = line.lastIndexOf(' ')
        return [line.slice(0, at), Number(line.slice(at + 1))] as const
      }),
  )

type Download = { status: number; headers: Record<string, string | string[] | undefined>; bytes: Buffer }

export const download = ({ baseUrl }: { baseUrl: string }, path: string, headers: Record<string, string> = {}) =>
  new Promise<Download>((done, fail) => {
    const req = request(`${baseUrl}${path}`, { headers: { ...OPERATOR, ...headers } }, (res) => {
      const chunks: Buffer[] = []
      res.on('data', (chunk: Buffer) => chunks.push(chunk))
      res.on('error', fail)
      res.on('end', () => done({ status: res.statusCode ?? 0, headers: res.headers, bytes: Buffer.concat(chunks) }))
    })
    req.on('error', fail)
    req.end()
  })

export const sheetsIn = async (bytes: Buffer) => {
  const workbook = new ExcelJS.Workbook()
  await workbook.xlsx.load(bytes as never)
  return workbook.worksheets.map((sheet) => ({
    name: sheet.name,
    widths: sheet.columns.map(({ width }) => width),
    rows: sheet
      .getSheetValues()
      .slice(1)
      .map((row) => (Array.isArray(row) ? row.slice(1) : [])),
  }))
}
