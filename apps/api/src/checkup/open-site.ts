import { createHash, randomUUID } from 'node:crypto'
import { and, asc, eq, gt, inArray, or } from 'drizzle-orm'
import pino from 'pino'
import { z } from 'zod'
import { splitIntoChunks } from '../domain/chunks.ts'
import { describeError } from '../domain/error-text.ts'
import { AppError } from '../domain/errors.ts'
import { parseKey, RENDITIONS } from '../domain/media-keys.ts'
import { findUses, referencesTo } from '../features/bucket/bucket.queries.ts'
import { deleteUnusedFromBucket } from '../features/bucket/bucket-deletion.service.ts'
import { countSeen, GRACE_PERIOD, type SeenFiles, scanBucket } from '../features/bucket/bucket-list.service.ts'
import { FILE_KEYS, IS_STORED } from '../features/media/stored-media.sql.ts'
import type { Config } from '../platform/config/config.ts'
import { forLog, openDatabase } from '../platform/db/client.ts'
import { knownMigrations } from '../platform/db/migrate.ts'
import { ping } from '../platform/db/ping.ts'
import { media } from '../platform/db/schema/index.ts'
import { openSiteDatabase } from '../platform/db/site-database.ts'
import { statement } from '../platform/db/statement.ts'
import { buildFlags, readOptions, urlWith } from '../platform/db/url-settings.ts'
import type { Waiting } from '../platform/embedded-postgres/embedded.ts'
import { openStoredFiles } from '../platform/storage/local.ts'
import { headAll, type ListedObject } from '../platform/storage/storage.ts'
import type { Check, Findings, Site } from './check.ts'
import { counters, rowChecks, structure } from './database-checks.ts'

const BATCH = 1000
const READ_AT_ONCE = 12

/** Returns the next batch of items, including trashed ones. The first key is the original file's. */
const itemsAfter = ({ db }: Site, after: number) => {
  const { id, status, storedSha256, renditionsSha256 } = media
  return db.orm
    .select({ id, keys: FILE_KEYS, storedSha256, renditionsSha256 })
    .from(media)
    .where(and(gt(id, after), or(IS_STORED, eq(status, 'trashed'))))
    .orderBy(asc(id))
    .limit(BATCH)
}
type Item = Awaited<ReturnType<typeof itemsAfter>>[number]

const originalSizes = async ({ db }: Site, keys: string[]) => {
  const { originalKey, sizeBytes } = media
  const rows = await db.orm.select({ originalKey, sizeBytes }).from(media).where(inArray(originalKey, keys))
  return new Map(rows.map((row) => [row.originalKey, row.sizeBytes]))
}

const scanStore = async (site: Site) => {
  const startedAt = new Date()
  const scan = { seen: new Map() as SeenFiles, wrongSizes: [] as string[], orphans: [] as string[] }
  for await (const page of scanBucket(site)) {
    countSeen(scan.seen, page)
    const used = page.flatMap(({ file, use }) => (use ? { ...file, ...use } : []))
    const sizes = await originalSizes(
      site,
      used.map(({ key }) => key),
    )
    for (const { mediaId, key, size } of used) {
      const expected = sizes.get(key) ?? size
      if (size !== expected) scan.wrongSizes.push(`item ${mediaId}: ${key} has ${size} bytes instead of ${expected}`)
    }
    // Recent files, and files whose names this site does not generate, don't count as orphans.
    const isOld = ({ lastModified }: ListedObject) => lastModified.getTime() <= startedAt.getTime() - GRACE_PERIOD
    const unused = page.filter(({ file, use }) => !use && isOld(file) && parseKey(file.key).stem)
    const keys = unused.map(({ file }) => file.key)
    // Exclude files of items, and files queued for deletion.
    const known = await referencesTo(site.db, keys)
    scan.orphans.push(...keys.filter((key) => !known.has(key)))
  }
  return scan
}
type Scan = Awaited<ReturnType<typeof scanStore>>

const hashFiles = async ({ storage }: Site, keys: string[]) => {
  const hash = createHash('sha256')
  for (const key of keys) {
    const content = await storage.read(key)
    if (!content) return undefined
    if (Buffer.isBuffer(content.body)) hash.update(content.body)
    else for await (const chunk of content.body) hash.update(chunk)
  }
  return hash.digest()
}

/** One hash covers the uploaded files, the other one covers the renditions. */
const isDamaged = async (site: Site, { keys, storedSha256, renditionsSha256 }: Item) => {
  const isRendition = (key: string) => Object.keys(RENDITIONS).some((variant) => key.includes(`-${variant}.`))
  const parts = [
    { expected: storedSha256, files: keys.filter((key) => !isRendition(key)) },
    { expected: renditionsSha256, files: keys.filter(isRendition) },
  ]
  for (const { expected, files } of parts) {
    const hash = expected && (await hashFiles(site, files))
    if (hash && !hash.equals(expected)) return true
  }
  return false
}

const listDamaged = async (site: Site, items: Item[]) => {
  const damaged: Item[] = []
  for (const some of splitIntoChunks(items, READ_AT_ONCE))
    await Promise.all(some.map(async (item) => (await isDamaged(site, item)) && damaged.push(item)))
  return damaged.map(({ id }) => `item ${id}: its files are not the bytes that were stored`)
}

const lookAtItems = async (site: Site, scan: Scan): Promise<string[]> => {
  const wrong: string[] = []
  for (let items = await itemsAfter(site, 0); items.length > 0; items = await itemsAfter(site, items.at(-1)?.id ?? 0)) {
    // Check missing files again, because they may have been stored after the scan passed them.
    const suspects = items.filter(({ id, keys }) => scan.seen.get(id) !== keys.length).flatMap(({ keys }) => keys)
    const stored = await headAll(site.storage, suspects)
    const missing = suspects.filter((key) => !stored.has(key))
    if (site.readsFiles) wrong.push(...(await listDamaged(site, items)))
    for (const { mediaId, key } of (await findUses(site.db, missing)).values())
      wrong.push(`item ${mediaId}: ${key} is missing`)
  }
  return wrong
}

const deleteOrphans = async (site: Site, orphans: string[]) => {
  let deleted = 0
  for (const keys of splitIntoChunks(orphans, BATCH)) deleted += await deleteUnusedFromBucket(site, keys, site.operator)
  return deleted
}

const fileChecks = (): Check[] => {
  let scan: Promise<Scan> | undefined
  const scanOnce = (site: Site) => {
    scan ??= scanStore(site)
    return scan
  }
  return [
    {
      title: 'Files of items',
      look: async (site) => {
        const scanned = await scanOnce(site)
        return { wrong: [...scanned.wrongSizes, ...(await lookAtItems(site, scanned))] }
      },
    },
    {
      title: 'Files without an item',
      look: async (site) => {
        const { orphans } = await scanOnce(site)
        return { wrong: orphans, fix: () => deleteOrphans(site, orphans) }
      },
    },
  ]
}

/** Milliseconds. Long, because a single statement may have to count a whole table. */
const STATEMENT_TIMEOUT = 6 * 60 * 60_000
const CONNECTIONS = 2

export type Options = { fix: boolean; readsFiles: boolean }

export const openSite = async (
  config: Config,
  { fix, readsFiles }: Options,
  waiting: Waiting = {},
): Promise<Site & { close(): Promise<unknown> }> => {
  const log = pino({ level: 'silent' })
  const { url: databaseUrl, isStopped, close } = await openSiteDatabase(config, waiting)
  try {
    const flags = buildFlags({ default_transaction_read_only: fix ? 'off' : 'on' })
    const options = `${readOptions(databaseUrl)} ${flags}`.trim()
    const url = urlWith(databaseUrl, { application_name: 'hotvote-checkup', options })
    const db = openDatabase({ ...config.databasePool, statementTimeout: STATEMENT_TIMEOUT, url, max: CONNECTIONS }, log)
    await ping(db)
    return {
      db,
      log,
      storage: await openStoredFiles(config),
      operator: { requestId: randomUUID(), ip: 'checkup', name: 'checkup' },
      isStopped,
      readsFiles,
      close: () => db.close().finally(close),
    }
  } catch (failure) {
    await close()
    throw failure
  }
}

const MIGRATIONS = statement({
  name: 'checkup_migrations',
  row: { hash: z.string(), times: z.number() },
  text: 'SELECT hash, count(*) AS times FROM drizzle.__drizzle_migrations GROUP BY hash',
})

const schemaVersion: Check = {
  title: 'Database schema',
  look: async ({ db }) => {
    const applied = new Map((await db.query(MIGRATIONS)).map(({ hash, times }) => [hash, times]))
    const known = knownMigrations()
    const unknown = [...applied.keys()].filter((hash) => !known.some((one) => one.hash === hash))
    return {
      wrong: [
        ...known.filter(({ hash }) => !applied.has(hash)).map(({ name }) => `migration ${name} is missing`),
        ...known.filter(({ hash }) => (applied.get(hash) ?? 0) > 1).map(({ name }) => `migration ${name} ran twice`),
        ...unknown.map((hash) => `migration ${hash.slice(0, 8)} is not of this version`),
      ],
    }
  },
}

export type Outcome = {
  title: string
  status: 'ok' | 'WRONG' | 'fixed' | 'skipped'
  wrong: string[]
  note?: string
}

/** Shows only the statement's name, because database error messages may contain row values. */
const describeReason = (failure: unknown): string => {
  if (failure instanceof AppError) return failure.message
  const { code, statement } = forLog(failure) as { code?: string; statement?: string }
  return statement === undefined ? describeError(failure) : `the database refused "${statement}" (${code})`
}

const lookAt = (check: Check, site: Site): Promise<Findings> =>
  check.look(site).catch((failure: unknown) => ({ wrong: [`could not be checked: ${describeReason(failure)}`] }))

const fixed = async ({ wrong, fix }: Required<Findings>): Promise<Omit<Outcome, 'title'>> => {
  try {
    const count = await fix()
    return { status: count < wrong.length ? 'WRONG' : 'fixed', wrong, note: `fixed ${count} of ${wrong.length}` }
  } catch (failure) {
    return { status: 'WRONG', wrong, note: `could not be fixed: ${describeReason(failure)}` }
  }
}

export async function* runChecks(site: Site, isFixing: boolean): AsyncGenerator<Outcome> {
  let isOutdated = false
  for (const check of [schemaVersion, structure, ...counters, ...rowChecks, ...fileChecks()]) {
    const { title } = check
    const skipped = isOutdated
      ? 'the schema is not of this version'
      : check.needsWorker && site.isStopped && 'the site is stopped'
    if (skipped) {
      yield { title, status: 'skipped', wrong: [], note: skipped }
      continue
    }
    const { wrong, fix } = await lookAt(check, site)
    isOutdated = check === schemaVersion && wrong.length > 0
    if (wrong.length === 0) yield { title, status: 'ok', wrong }
    else if (fix && isFixing) yield { title, ...(await fixed({ wrong, fix })) }
    else yield { title, status: 'WRONG', wrong, ...(fix && { note: '--fix repairs it' }) }
  }
}
