import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export type Table = Record<string, readonly string[]>

const FOLDERS: Record<string, string> = {
  admin: 'apps/web/src/features/admin',
  api: 'apps/api/src',
  shared: 'packages/shared/src',
  web: 'apps/web/src',
}

/** Ignores line breaks, since formatters wrap texts. */
const readSource = (file: string) => {
  const [workspace = '', ...path] = file.split('/')
  return readFileSync(join(import.meta.dirname, '..', FOLDERS[workspace] ?? '', ...path), 'utf8').replace(/\s+/g, ' ')
}

/** True if the match is a whole text, not a part of a longer text. */
const isWholeText = (before: string, after: string) => /['"`>}] ?$/.test(before) && /^ ?['"`<{$]/.test(after)
/** True if the match is not a part of a longer number or name. */
const isWholeCode = (_before: string, after: string, row: string) => !(/\w$/.test(row) && /^(\w|[.]\d)/.test(after))

const listNotOnce = (table: Table, isWhole: typeof isWholeCode) =>
  Object.entries(table).flatMap(([file, rows]) => {
    const source = readSource(file)
    const countRow = (row: string) => {
      const parts = source.split(row)
      return parts.slice(1).filter((after, index) => isWhole(parts[index] ?? '', after, row)).length
    }
    return rows.filter((row) => countRow(row) !== 1).map((row) => `${file}: ${row}`)
  })

export const listChangedTexts = (table: Table) => listNotOnce(table, isWholeText)
export const listChangedCode = (table: Table) => listNotOnce(table, isWholeCode)
