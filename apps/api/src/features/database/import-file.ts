import { createHmac } from 'node:crypto'
import { join } from 'node:path'
import { ACCEPTED_TYPES, UPLOAD_MAX_BYTES } from '@hotvote/shared/limits'
import { AppError } from '../../http/errors.ts'
import { withTempFolder } from '../../storage/temp-folder.ts'
import { openSessionOf } from '../sessions/sessions.service.ts'
import { sha256Of } from '../uploads/processing/fingerprint.ts'
import { restoreMedia } from '../uploads/restored-media.service.ts'
import { addMedia, type Needs } from '../uploads/uploads.service.ts'
import { type Group, variantOf } from './bucket-groups.ts'
import { isContentKnown, isOriginal } from './import.queries.ts'

type Import = Needs & { ownerId: number }

/** What came of one group: an item, or why there is none. What is refused is told one by one. */
export type Imported = 'made' | { skipped: string; isRefused: boolean }

const skipped = (reason: string): Imported => ({ skipped: reason, isRefused: false })
const refused = (reason: string): Imported => ({ skipped: reason, isRefused: true })

const TOO_LARGE = refused('The file is larger than 20 MB')

/** Bytes that an original of ours may have: what is written anew may become larger than what was uploaded. */
const OWN_MAX = 200 * 1024 * 1024

const LIBRARY = 'Library'

/** The user who owns what is imported: found again by a session that only this site can name, and made once. */
export const libraryOwner = async (deps: Needs): Promise<number> => {
  const digest = createHmac('sha256', deps.config.secret).update('owner of imported media').digest('base64url')
  const asked = { sessionId: digest.slice(0, 32), username: LIBRARY }
  return (await openSessionOf(deps, asked, async () => undefined)).id
}

const CROCKFORD = '0123456789abcdefghjkmnpqrstvwxyz'

/**
 * Where the cleaned copy of a foreign file lies: named after its content and not after a time, so that it is found again
 * when all rows are gone.
 */
const stemOfContent = (sha256: string) =>
  `1970/01/${'0'.repeat(10)}${[...Buffer.from(sha256, 'hex').subarray(0, 16)].map((byte) => CROCKFORD[byte % 32]).join('')}`

const isStored = async (deps: Needs, stem: string) => {
  const endings = Object.values(ACCEPTED_TYPES).map(([first]) => first)
  const keys = endings.map((ending) => `${stem}-original${ending}`)
  if (await isOriginal(deps.db, keys)) return true
  return (await deps.storage.list({ prefix: `${stem}-original.`, limit: 1 })).objects.length > 0
}

/** Shows a cleaned copy of the file at `path`, under a key of its own. */
const importCopy = async (deps: Import, path: string, name: string): Promise<Imported> => {
  const sha256 = await sha256Of(path)
  const stem = stemOfContent(sha256)
  if ((await isContentKnown(deps.db, sha256)) || (await isStored(deps, stem)))
    return skipped('Same content as another item')
  await addMedia(deps, { ownerId: deps.ownerId, path, name, stem })
  return 'made'
}

type Wanted = { key: string; limit: number }

/** Lends a copy of an object; the object stays as it is. */
const withObject = (deps: Needs, { key, limit }: Wanted, work: (path: string) => Promise<Imported>) =>
  withTempFolder(deps.tempDir, async (folder) => {
    const path = join(folder, 'object')
    const copied = await deps.storage.copy(key, { to: path, limit })
    if (copied === 'too large') return TOO_LARGE
    if (copied === 'unreadable') return refused('The file cannot be read')
    return copied === 'gone' ? skipped('Gone in the meantime') : work(path)
  })

const importForeign = async (deps: Import, key: string): Promise<Imported> =>
  withObject(deps, { key, limit: UPLOAD_MAX_BYTES }, (path) => importCopy(deps, path, key))

/** Files of an item of ours whose row is gone. An original that we did not write is a foreign file. */
const importOurs = async (deps: Import, { files, stem }: Group): Promise<Imported> => {
  const original = files.find(({ key }) => variantOf(key) === 'original')
  if (!original) return refused('The original of this item is missing')
  if (original.size === 0) return refused('The file is empty')
  const { key, size } = original
  return withObject(deps, { key, limit: OWN_MAX }, async (path) => {
    const given = { ownerId: deps.ownerId, path, name: key, stem }
    if (await restoreMedia(deps, given, { key, size })) return 'made'
    return size > UPLOAD_MAX_BYTES ? TOO_LARGE : importCopy(deps, path, key)
  })
}

const VERDICTS = ['unsupported_type', 'too_large', 'unreadable_media']

/**
 * Makes an item of files that no row knows, after the same checks as an upload.
 * @throws AppError `unavailable` when database or storage fail
 */
export const importGroup = async (deps: Import, group: Group): Promise<Imported> => {
  const [first] = group.files
  if (!first) return skipped('Gone in the meantime')
  try {
    if (group.isOurs) return await importOurs(deps, group)
    if (first.size > UPLOAD_MAX_BYTES) return TOO_LARGE
    return first.size === 0 ? refused('The file is empty') : await importForeign(deps, first.key)
  } catch (failure) {
    if (failure instanceof AppError && VERDICTS.includes(failure.code)) return refused(failure.message)
    throw failure
  }
}
