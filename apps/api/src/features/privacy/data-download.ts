import { Readable } from 'node:stream'
import type { Response } from 'express'
import type { Deps } from '../../deps.ts'
import { mediaUrl } from '../../domain/media-urls.ts'
import { forLog } from '../../platform/db/client.ts'
import { writeDownloadHead } from '../../platform/http/download-head.ts'
import { sendBody } from '../../platform/http/send-body.ts'
import { findStoredProfile, rowsOf, takedownsFiledBy } from './data-download.queries.ts'
import { PERSONAL_TABLES } from './personal-tables.ts'

type DownloadDeps = Pick<Deps, 'db' | 'config' | 'log'>
type Profile = NonNullable<Awaited<ReturnType<typeof findStoredProfile>>>
type Row = Record<string, unknown>

const FILES = {
  originalKey: 'original',
  displayKey: 'display',
  mediumKey: 'medium',
  smallKey: 'small',
  thumbKey: 'thumbnail',
  shareKey: 'share',
} as const

const withLinks = ({ config }: DownloadDeps, row: Row): Row => {
  const files: Row = {}
  for (const [column, name] of Object.entries(FILES))
    if (typeof row[column] === 'string' && row.status !== 'trashed')
      files[name] = new URL(mediaUrl(config, row[column]), config.publicUrl).href
  const facts = Object.fromEntries(Object.entries(row).filter(([column]) => !(column in FILES)))
  return { ...facts, files }
}

const listTables = (deps: DownloadDeps, userId: number): [name: string, batches: AsyncGenerator<Row[]>][] => [
  ...Object.entries(PERSONAL_TABLES).flatMap(([name, rows]): [string, AsyncGenerator<Row[]>][] =>
    'untold' in rows ? [] : [[name, rowsOf(deps.db, rows, userId)]],
  ),
  ['takedowns', takedownsFiledBy(deps.db, userId)],
]

/** Yields JSON in pieces, in constant memory. */
async function* fileOf(deps: DownloadDeps, profile: Profile) {
  const about = { site: deps.config.publicUrl, writtenAt: new Date(), profile }
  yield JSON.stringify(about, null, 2).replace(/\n}$/, '')
  for (const [name, batches] of listTables(deps, profile.id)) {
    let before = `,\n  ${JSON.stringify(name)}: [`
    for await (const rows of batches) {
      const entries = rows.map((row) => JSON.stringify(name === 'media' ? withLinks(deps, row) : row))
      yield `${before}\n    ${entries.join(',\n    ')}`
      before = ','
    }
    yield before === ',' ? '\n  ]' : `${before}]`
  }
  yield '\n}\n'
}

export const sendData = async (
  deps: DownloadDeps,
  userId: number,
  { res, beforeSending }: { res: Response; beforeSending?: () => Promise<void> },
): Promise<boolean> => {
  const profile = await findStoredProfile(deps.db, userId)
  if (!profile) return false
  await beforeSending?.()
  writeDownloadHead(res, {
    type: 'application/json; charset=utf-8',
    nameOn: (day) => `personal-data-${userId}-${day}.json`,
  })
  const failure = await sendBody(res, Readable.from(fileOf(deps, profile)))
  if (failure) deps.log.error({ userId, ...forLog(failure) }, 'download of personal data broke off')
  return true
}
