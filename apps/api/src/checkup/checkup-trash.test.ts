import { mkdir, readFile, rename, utimes } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { BucketDeletion } from '@hotvote/shared/bucket'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { operatorCall } from '../../test/operator.ts'
import { broken, usedSite } from '../../test/used-site.ts'
import { media } from '../db/schema/index.ts'
import { FILE_KEYS } from '../db/stored-media.ts'

const { app, items, look, run, pathOf, store } = await usedSite()

const [A, B] = ['a', 'b'].map((letter) => `trash/${letter.repeat(32)}/`) as [string, string]

const keysOf = async (id: number) => {
  const [row] = await app.deps.db.orm.select({ keys: FILE_KEYS }).from(media).where(eq(media.id, id))
  return row?.keys ?? []
}

/** Two hours ago. */
const OLD = Date.now() / 1000 - 7200

/** Moves files of the store to another folder, as a deletion does after the moment to which a database comes back. */
const move = async (keys: string[], folder: string) => {
  for (const key of keys) {
    await mkdir(dirname(pathOf(folder + key)), { recursive: true })
    await rename(pathOf(key), pathOf(folder + key))
    await utimes(pathOf(folder + key), OLD, OLD)
  }
}

const bytesOf = (keys: string[]) => Promise.all(keys.map((key) => readFile(pathOf(key), 'base64')))

describe('a database that is older than a deletion, whose files were moved to the trash', () => {
  it('gets them back where its items name them, and loses none', async () => {
    const [, id = 0] = items
    const keys = await keysOf(id)
    const bytes = await bytesOf(keys)
    await move(keys, A)
    const found = broken(await look())
    expect(Object.keys(found)).toEqual(['5', '6'])
    for (const key of keys) expect(found[6]).toContain(`${A}${key} is what item ${id} has lost`)
    const repaired = await look({ deleteOrphans: true }, true)
    expect(broken(repaired)).toEqual({})
    expect(repaired.flatMap(({ repairs }) => repairs)).toEqual([
      `brought back ${keys.length} files of items`,
      `removed ${keys.length} files without an item`,
    ])
    expect(await bytesOf(keys)).toEqual(bytes)
    const entries = await app.deps.db.query<{ context: object }>({
      text: `SELECT context FROM audit_log WHERE event = 'CHECKUP_REPAIR' ORDER BY id`,
    })
    expect(entries.map(({ context }) => context)).toEqual([
      { ip: 'checkup', repaired: 'files of items', mediaId: id, files: keys.length },
    ])
  })

  it('has them where it looks for them also when the item was in the trash then, and elsewhere since', async () => {
    const [, , id = 0] = items
    const keys = await keysOf(id)
    const bytes = await bytesOf(keys)
    await move(keys, B)
    const place = (column: string) => `${column} = '${A}' || ${column}`
    await run(`UPDATE media SET status = 'trashed', position = NULL, trashed_at = now(), trashed_by = 'operator',
      ${['original_key', 'display_key', 'thumb_key', 'medium_key', 'small_key'].map(place).join()} WHERE id = ${id};
      UPDATE users SET uploads = uploads - 1 WHERE id = (SELECT owner_id FROM media WHERE id = ${id})`)
    expect(broken(await look({ deleteOrphans: true }, true))).toEqual({})
    expect(await bytesOf(keys.map((key) => A + key))).toEqual(bytes)
  })

  it('keeps them from whoever deletes files of the bucket', async () => {
    const [id = 0] = items
    const keys = await keysOf(id)
    await move(keys, A)
    const filenames = keys.map((key) => A + key)
    const { body } = await operatorCall<BucketDeletion>(app, 'POST /api/admin/delete-bucket-files', { filenames })
    const reason = `Item ${id} has lost this file: pnpm checkup --fix brings it back.`
    expect(body).toMatchObject({ deleted: 0, errors: filenames.map((key) => ({ key, reason })) })
    expect(await bytesOf(filenames)).toHaveLength(keys.length)
  })

  it('does not get back what no item names', async () => {
    const key = `${B}2020/01/01aaaaaaaaaaaaaaaaaaaaaaaa-original.jpg`
    await store(key, 61)
    expect(broken(await look({}, true))).toEqual({})
    await expect(readFile(pathOf(key))).rejects.toThrow('ENOENT')
  })
})
