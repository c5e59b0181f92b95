import { isDeepStrictEqual } from 'node:util'
import { knownMigrations } from '../../db/migrate.ts'
import { bodyOf, readArchive, UnusableBackup } from './archive-reader.ts'
import { FORMAT, MANIFEST, type Manifest, manifestSchema } from './manifest.ts'
import { createPartSums } from './part-sums.ts'

/** Bytes of a manifest, which grows with tables and not with rows. */
const MANIFEST_MAX = 16 * 1024 * 1024

const parseManifest = (file: string, text: string): Manifest => {
  const json = JSON.parse(text)
  if (json.format > FORMAT)
    throw new UnusableBackup(`${file} was made by a newer version of HotVote (${json.version}). Upgrade first.`)
  const { data, error } = manifestSchema.safeParse(json)
  if (!data) throw new UnusableBackup(`${file} has a manifest that is not understood: ${error.issues[0]?.message}`)
  return data
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
    const add = sums.begin(entry.header)
    for await (const chunk of entry.body) add(chunk)
  }
  if (text === undefined) throw new UnusableBackup(`${file} is not a backup of HotVote.`)
  const manifest = parseManifest(file, text)
  const read = sums.end()
  const [wrong] = manifest.parts.filter((part) => !read.some((sum) => isDeepStrictEqual(sum, part)))
  if (wrong || read.length !== manifest.parts.length)
    throw new UnusableBackup(`${file} is damaged: ${wrong?.name ?? 'it has parts that its manifest does not name'}.`)
  refuseNewerSchema(file, manifest)
  return manifest
}
