import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { knownMigrations } from '../../db/migrate.ts'
import { foreignPath } from '../../storage/local-copy.ts'
import { bodyOf, readArchive, UnusableBackup } from './archive-reader.ts'
import { JOBS } from './database-copy.ts'
import { FOLDERS, FORMAT, MANIFEST, type Manifest, manifestSchema } from './manifest.ts'
import { createPartSums } from './part-sums.ts'

/** Bytes of a manifest, which grows with tables and not with rows. */
const MANIFEST_MAX = 16 * 1024 * 1024

/** Whatever else is in there, a later version can be named. */
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

/** Only what a restore reads may be in there: tables of the manifest, secrets, media. */
const refuseForeignParts = (file: string, { parts, tables }: Manifest) => {
  const folders = [...tables.map(({ name }) => name), JOBS].map((name) => FOLDERS.database + name)
  const known = [...folders, ...[FOLDERS.secrets, FOLDERS.media].map((folder) => folder.slice(0, -1))]
  const [foreign] = parts.filter(({ name }) => !known.includes(name))
  if (foreign) throw new UnusableBackup(`${file} has a part that is not HotVote's: ${JSON.stringify(foreign.name)}.`)
}

/** @throws {UnusableBackup} on a name that leads out of the media folder */
const checkName = (file: string, name: string) => {
  if (!name.startsWith(FOLDERS.media)) return
  try {
    foreignPath('/', name.slice(FOLDERS.media.length))
  } catch {
    throw new UnusableBackup(`${file} has a file that may not be in the media folder: ${JSON.stringify(name)}.`)
  }
}

const refuseNewerSchema = (file: string, { migrations, version }: Manifest) => {
  const known = knownMigrations().map(({ when }) => when)
  const [newer] = migrations.filter(({ when }) => !known.includes(when))
  if (newer)
    throw new UnusableBackup(
      `${file} has a newer schema (${newer.name}, HotVote ${version}) than this version. Upgrade first.`,
    )
}

/**
 * Reads the whole backup.
 * @returns what is in it
 * @throws {UnusableBackup} when it is damaged, incomplete, foreign, or newer than this version
 */
export const verifyBackup = async (file: string, signal: AbortSignal): Promise<Manifest> => {
  const sums = createPartSums()
  let text: string | undefined
  for await (const entry of readArchive(file)) {
    signal.throwIfAborted()
    if (entry.header.name === MANIFEST) {
      text = (await bodyOf(entry, MANIFEST_MAX)).toString()
      continue
    }
    checkName(file, entry.header.name)
    const add = sums.begin(entry.header)
    for await (const chunk of entry.body) add(chunk)
  }
  if (text === undefined) throw new UnusableBackup(`${file} is not a backup of HotVote.`)
  const manifest = parseManifest(file, text)
  const read = sums.end()
  const [wrong] = manifest.parts.filter((part) => !read.some((sum) => isDeepStrictEqual(sum, part)))
  if (wrong || read.length !== manifest.parts.length)
    throw new UnusableBackup(`${file} is damaged: ${wrong?.name ?? 'it has parts that its manifest does not name'}.`)
  refuseForeignParts(file, manifest)
  refuseNewerSchema(file, manifest)
  return manifest
}
