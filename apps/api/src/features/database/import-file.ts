import { createHash, createHmac } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ACCEPTED_TYPES, UPLOAD_MAX_BYTES } from '@hotvote/shared/limits'
import { AppError } from '../../http/errors.ts'
import { withTempFolder } from '../../storage/temp-folder.ts'
import { openSessionOf } from '../sessions/sessions.service.ts'
import { restoreMedia } from '../uploads/restored-media.service.ts'
import { addMedia, type Needs } from '../uploads/uploads.service.ts'
import { type Group, variantOf } from './bucket-groups.ts'
import { isContentKnown, knownKeys } from './import.queries.ts'

type Import = Needs & { ownerId: number }

/** What came of one group: an item whose keys begin with `made`, nothing new, or why not. */
export type Imported = { made: string } | 'known' | { refused: string }

const LIBRARY = 'Library'

/** The user who owns what is imported: found again by a session that only this site can name, and made once. */
export const libraryOwner = async (deps: Needs): Promise<number> => {
  const digest = createHmac('sha256', deps.config.secret).update('owner of imported media').digest('base64url')
  const asked = { sessionId: digest.slice(0, 32), username: LIBRARY }
  return (await openSessionOf(deps, asked, async () => undefined)).id
}

/** Copies an object to `path` and returns its SHA-256; null when it is gone. */
const fetchObject = async (deps: Needs, key: string, path: string) => {
  const content = await deps.storage.read(key)
  if (!content) return null
  const hash = createHash('sha256')
  const listen = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      done(null, chunk)
    },
  })
  const body = Buffer.isBuffer(content.body) ? Readable.from([content.body]) : content.body
  await pipeline(body, listen, createWriteStream(path))
  return hash.digest()
}

const CROCKFORD = '0123456789abcdefghjkmnpqrstvwxyz'

/**
 * Where the cleaned copy of a foreign file lies: named after its content and not after a time, so that it is found again
 * when all rows are gone.
 */
const stemOfContent = (sha256: Buffer) =>
  `1970/01/${'0'.repeat(10)}${[...sha256.subarray(0, 16)].map((byte) => CROCKFORD[byte % 32]).join('')}`

const isStored = async (deps: Needs, stem: string) => {
  const endings = Object.values(ACCEPTED_TYPES).map(([first]) => first)
  const keys = endings.map((ending) => `${stem}-original${ending}`)
  if ((await knownKeys(deps.db, keys)).size > 0) return true
  return (await deps.storage.list({ prefix: `${stem}-original.`, limit: 1 })).objects.length > 0
}

/** A foreign file gets keys of its own: what the operator put there stays as it is. */
const importForeign = async (deps: Import, key: string, size: number): Promise<Imported> => {
  if (size > UPLOAD_MAX_BYTES) return { refused: 'The file is larger than 20 MB' }
  if (size === 0) return { refused: 'The file is empty' }
  return withTempFolder(deps.tempDir, async (folder) => {
    const path = join(folder, 'object')
    const sha256 = await fetchObject(deps, key, path)
    if (!sha256) return 'known'
    const stem = stemOfContent(sha256)
    if ((await isContentKnown(deps.db, sha256.toString('hex'))) || (await isStored(deps, stem))) return 'known'
    await addMedia(deps, { ownerId: deps.ownerId, path, name: key, stem })
    return { made: stem }
  })
}

/** Files of an item of ours whose row is gone. */
const importOurs = async (deps: Import, { files, stem }: Group): Promise<Imported> => {
  const stored = Object.fromEntries(files.map(({ key }) => [variantOf(key), key]))
  const original = files.find(({ key }) => variantOf(key) === 'original')
  if (!original) return { refused: 'The original of this item is missing' }
  if (original.size === 0) return { refused: 'The file is empty' }
  return withTempFolder(deps.tempDir, async (folder) => {
    const path = join(folder, 'object')
    if (!(await fetchObject(deps, original.key, path))) return 'known'
    const given = { ownerId: deps.ownerId, path, name: original.key, stem }
    await restoreMedia(deps, given, { stored: { ...stored, original: original.key }, size: original.size })
    return { made: stem }
  })
}

const VERDICTS = ['unsupported_type', 'too_large', 'unreadable_media']

/**
 * Makes an item of files that no row knows, after the same checks as an upload.
 * @throws AppError `unavailable` when database or storage fail
 */
export const importGroup = async (deps: Import, group: Group): Promise<Imported> => {
  const [first] = group.files
  if (!first) return 'known'
  try {
    return group.isOurs ? await importOurs(deps, group) : await importForeign(deps, first.key, first.size)
  } catch (failure) {
    if (failure instanceof AppError && VERDICTS.includes(failure.code)) return { refused: failure.message }
    throw failure
  }
}
