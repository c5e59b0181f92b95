import { join } from 'node:path'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../domain/errors.ts'
import { buildKey, listRenditionKeys, parseKey, RENDITIONS, type Rendition } from '../../domain/media-keys.ts'
import type { Db } from '../../platform/db/client.ts'
import { MADE_MAX } from '../../platform/decoder/media-limits.ts'
import { variantPath } from '../../platform/decoder/processed-media.ts'
import { addRenditionJob, addUploadDeletionJobs } from '../../platform/jobs/queue.ts'
import { requireRoomFor } from '../../platform/storage/free-disk.ts'
import { ORIGINAL_MAX } from '../../platform/storage/storage.ts'
import { withTempFolder } from '../../platform/storage/temp-folder.ts'
import { addRenditions, keyWithoutRenditions, renditionsWanted } from './uploads.queries.ts'

type RenditionDeps = Pick<Deps, 'config' | 'db' | 'storage' | 'makeRenditions' | 'tempDir'>

const VARIANTS = Object.keys(RENDITIONS) as Rendition[]

export const queueRenditions = async (tx: Db, id: number) => {
  const key = await keyWithoutRenditions(tx, id)
  if (key !== null) await addRenditionJob(tx, { key })
}

const storeRenditions = async (
  deps: RenditionDeps,
  stem: string,
  { path, folder }: { path: string; folder: string },
) => {
  const { files, ...hashes } = await deps.makeRenditions({ path, folder })
  const keys = new Map<string, string>()
  for (const { variant, contentType, size } of files) {
    const key = buildKey(stem, variant, contentType)
    await deps.storage.put(key, variantPath(folder, variant), size)
    keys.set(variant, key)
  }
  const [displayKey, mediumKey = null, smallKey = null, shareKey = null] = VARIANTS.map((variant) => keys.get(variant))
  if (displayKey === undefined) throw new AppError('unavailable', 'There is no file for the stage')
  return { ...hashes, displayKey, mediumKey, smallKey, shareKey }
}

const deleteRenditions = (db: Db, stem: string) => addUploadDeletionJobs(db, listRenditionKeys(stem))

/** Stores files before the row refers to them, so an interrupted run can be repeated (docs/decisions/006). */
export const buildRenditions = async (deps: RenditionDeps, originalKey: string): Promise<void> => {
  const { stem } = parseKey(originalKey)
  if (stem === undefined) return
  const wanted = await renditionsWanted(deps.db, originalKey)
  if (wanted === 'there') return
  if (wanted === 'gone') return deleteRenditions(deps.db, stem)
  await requireRoomFor(deps.config, MADE_MAX)
  await withTempFolder(deps.tempDir, async (folder) => {
    const path = join(folder, 'stored')
    const copied = await deps.storage.copy(originalKey, { to: path, limit: ORIGINAL_MAX })
    if (copied !== 'complete') throw new AppError('unavailable', 'The original cannot be read')
    const made = await storeRenditions(deps, stem, { path, folder })
    if (await addRenditions(deps.db, originalKey, made)) return
    if ((await renditionsWanted(deps.db, originalKey)) === 'gone') await deleteRenditions(deps.db, stem)
  })
}
