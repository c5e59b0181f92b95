import { dirname } from 'node:path'
import { z } from 'zod'
import { isKey } from '../../domain/media-keys.ts'
import { knownMigrations } from '../../platform/db/migrate.ts'
import { readArchive, readBody, skipBody, UnusableBackup } from './archive-reader.ts'
import { JOBS } from './database-copy.ts'
import { FOLDERS, FORMAT, MANIFEST, type Manifest, manifestSchema, SECRETS } from './manifest.ts'

/** Bytes. A manifest grows with the number of tables, not with the number of rows. */
const MANIFEST_MAX = 16 * 1024 * 1024

/** Matches manifests of newer versions, so the error can name the version. */
const newerManifest = z.object({ format: z.number().gt(FORMAT), version: z.string().max(40) })

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const parseManifest = (file: string, text: string): Manifest => {
  const json = parseJson(text)
  const { data: newer } = newerManifest.safeParse(json)
  if (newer)
    throw new UnusableBackup(`${file} was made by a newer version of HotVote (${newer.version}). Upgrade first.`)
  const { data, error } = manifestSchema.safeParse(json)
  if (!data)
    throw new UnusableBackup(
      `${file} has a manifest that is not understood: ${error.issues[0]?.path.join('.') || 'no JSON object'}`,
    )
  return data
}

const refuseForeignTables = (file: string, folders: Set<string>, { tables }: Manifest) => {
  const known = [...tables.map(({ name }) => name), JOBS].map((name) => FOLDERS.database + name)
  const [foreign] = [...folders].filter((folder) => !known.includes(folder))
  if (foreign)
    throw new UnusableBackup(`${file} has rows of a table that is not HotVote's: ${JSON.stringify(foreign)}.`)
}

/** @throws {UnusableBackup} for an unknown name, or a path outside the media folder */
const checkName = (file: string, name: string) => {
  const isSecret = SECRETS.some((secret) => name === FOLDERS.secrets + secret)
  if (!isSecret && ![FOLDERS.database, FOLDERS.media].some((folder) => name.startsWith(folder)))
    throw new UnusableBackup(`${file} has a part that is not HotVote's: ${JSON.stringify(name)}.`)
  if (name.startsWith(FOLDERS.media) && !isKey(name.slice(FOLDERS.media.length)))
    throw new UnusableBackup(
      `${file} has a file that may not be in the media folder: ${JSON.stringify(name.slice(0, 100))}.`,
    )
}

const refuseNewerSchema = (file: string, { migrations, version }: Manifest) => {
  const known = knownMigrations().map(({ when }) => when)
  const [newer] = migrations.filter(({ when }) => !known.includes(when))
  if (newer)
    throw new UnusableBackup(
      `${file} has a newer schema (${newer.name}, HotVote ${version}) than this version. Upgrade first.`,
    )
}

/** Reads the whole backup. @throws {UnusableBackup} if the file is damaged, not a backup, or from a newer version */
export const verifyBackup = async (file: string, signal: AbortSignal): Promise<Manifest> => {
  const folders = new Set<string>()
  let text: string | undefined
  for await (const entry of readArchive(file)) {
    signal.throwIfAborted()
    const { name } = entry.header
    if (name === MANIFEST) {
      text = (await readBody(entry, MANIFEST_MAX)).toString()
      continue
    }
    checkName(file, name)
    if (name.startsWith(FOLDERS.database)) folders.add(dirname(name))
    await skipBody(entry)
  }
  if (text === undefined) throw new UnusableBackup(`${file} is not a backup of HotVote.`)
  const manifest = parseManifest(file, text)
  refuseForeignTables(file, folders, manifest)
  refuseNewerSchema(file, manifest)
  return manifest
}
