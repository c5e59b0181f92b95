import type { Answer } from '@hotvote/shared/contract'
import type { userStats } from '@hotvote/shared/stats'
import pg from 'pg'
import { beforeEach, expect, it } from 'vitest'
import { call, expectError, quickVisitor } from '../../../test/call.ts'
import { complainant } from '../../../test/claims.ts'
import { countOf } from '../../../test/counts.ts'
import { operatorCall } from '../../../test/operator.ts'
import { SOON } from '../../../test/soon.ts'
import { newPicture } from '../../../test/takedown-cases.ts'
import { testApp } from '../../../test/test-app.ts'
import { filePart, tracesOf, upload } from '../../../test/upload.ts'
import { lockBackups } from '../../db/backup-lock.ts'
import type { Tasks } from '../../jobs/queue.ts'
import { tasksOf } from '../../tasks.ts'

/** Without a worker: each test says which job is done when. */
const app = await testApp()
const { db, storage } = app.deps
const owner = await quickVisitor(app)
const { put, delete: deleteFile, link } = storage
/** As a bucket, which copies. */
const copying = { put, delete: deleteFile, link: async () => false }

beforeEach(async () => {
  Object.assign(storage, copying)
  await performAll('delete-files')
  await db.query({ text: 'DELETE FROM graphile_worker._private_jobs' })
})

type Name = 'put-away' | 'delete-files' | 'make-renditions' | 'sweep-trash'
const jobsOf = async <Task extends Name>(name: Task) => {
  const text = `SELECT payload FROM graphile_worker._private_jobs job
    JOIN graphile_worker._private_tasks task ON task.id = job.task_id WHERE task.identifier = $1 ORDER BY job.id`
  const rows = await db.query<{ payload: Tasks[Task] }>({ text }, [name])
  return rows.map(({ payload }) => payload)
}
const signal = new AbortController().signal
const perform = async (name: Name, payload: Tasks[Name] | undefined) => {
  await tasksOf(app.deps)[name](payload as never, signal)
}
const performAll = async (name: Name) => {
  for (const payload of await jobsOf(name)) await perform(name, payload)
}

const newItem = async (bytes?: Buffer) =>
  (await upload(app, owner, filePart(bytes ?? (await newPicture().png().toBuffer())))).body
type Item = Awaited<ReturnType<typeof newItem>>
const remove = async ({ id }: Item) => {
  expect((await operatorCall(app, `DELETE /api/admin/media/${id}`)).status).toBe(204)
}
const restore = ({ id }: Item) => operatorCall(app, `POST /api/admin/trash/${id}/restore`)
const restored = async (item: Item) => {
  const reply = await restore(item)
  expect(reply.status, reply.text).toBe(204)
}
const removed = async (item: Item) => {
  await remove(item)
  await performAll('put-away')
}
const statusOf = async (url: string | null) => (await call(app, `GET ${url}`)).status
const filesAreNamed = async () => {
  const named = `SELECT sum(num_nonnulls(original_key, display_key, thumb_key, medium_key, small_key)) FROM media WHERE status <> 'deleted'`
  expect((await tracesOf(app)).objects).toBe(await countOf(db, named))
}
const IN_TRANSACTION = `FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in transaction%'`

it('deletes nothing once it has lost its lock, and a restoration brings the files back', async () => {
  const item = await newItem()
  await remove(item)
  let isFirst = true
  storage.delete = async (key) => {
    await deleteFile(key)
    if (!isFirst) return
    isFirst = false
    await db.query({ text: `SELECT pg_terminate_backend(pid) ${IN_TRANSACTION}` })
    await restored(item)
  }
  const [job] = await jobsOf('put-away')
  await expect(perform('put-away', job)).rejects.toThrow()
  storage.delete = deleteFile
  await perform('put-away', job)
  await performAll('delete-files')
  for (const url of [item.url, item.thumbnailUrl]) expect(await statusOf(url)).toBe(200)
  await filesAreNamed()
})

it('a sweep of the trash leaves what an item has there, and what is on its way', async () => {
  const [there, moving] = [await newItem(), await newItem()]
  await removed(there)
  await remove(moving)
  const sweep = async () => {
    await perform('sweep-trash', { id: 'one' })
    await performAll('delete-files')
  }
  storage.put = async (...args) => {
    await put(...args)
    await sweep()
  }
  await performAll('put-away')
  storage.put = put
  await sweep()
  for (const item of [there, moving]) {
    await restored(item)
    for (const url of [item.url, item.thumbnailUrl]) expect(await statusOf(url)).toBe(200)
  }
  await performAll('delete-files')
  await filesAreNamed()
})

it('keeps the lock of a restoration alive, however long the store takes for a file', async () => {
  const item = await newItem()
  await removed(item)
  const asked = async () => {
    const [row] = await db.query<{ at: string }>({ text: `SELECT max(query_start)::text AS at ${IN_TRANSACTION}` })
    return row?.at ?? ''
  }
  storage.put = async (...args) => {
    const before = await asked()
    expect(before).not.toBe('')
    await expect.poll(asked, SOON).not.toBe(before)
    expect(await asked()).not.toBe('')
    return put(...args)
  }
  await restored(item)
  expect(await statusOf(item.url)).toBe(200)
})

it('leaves an item to its own job that was brought back, got more files and was deleted again', async () => {
  const item = await newItem()
  await remove(item)
  await restored(item)
  await performAll('make-renditions')
  const { body } = await call<Answer<typeof userStats>>(app, `GET /api/users/${owner.id}/stats`, owner)
  const displayUrl = body.mediaStats[0]?.displayUrl ?? ''
  expect(await statusOf(displayUrl)).toBe(200)
  await remove(item)
  await performAll('put-away')
  for (const url of [item.url, displayUrl]) expect(await statusOf(url)).toBe(404)
  await performAll('delete-files')
  await restored(item)
  for (const url of [item.url, displayUrl]) expect(await statusOf(url)).toBe(200)
  await performAll('delete-files')
  await filesAreNamed()
})

it('leaves no copy of what was brought back after a run that did not come to its end', async () => {
  const item = await newItem()
  await remove(item)
  storage.put = async (...args) => {
    await put(...args)
    throw new Error('The process is gone')
  }
  const [job] = await jobsOf('put-away')
  await expect(perform('put-away', job)).rejects.toThrow()
  storage.put = put
  await restored(item)
  await perform('put-away', job)
  await performAll('delete-files')
  expect(await statusOf(item.url)).toBe(200)
  await filesAreNamed()
})

/** An item in the trash with a claim about it, and what upholds that. */
const claimed = async () => {
  const item = await newItem()
  const { body } = await complainant(app).file({ mediaId: item.id })
  await removed(item)
  const uphold = async () => {
    const decided = await operatorCall(app, `PATCH /api/admin/dmca-takedowns/${body.id}`, { status: 'resolved' })
    expect(decided.status, decided.text).toBe(200)
    await performAll('delete-files')
  }
  return { item, uphold }
}
const nothingIsLeft = async (item: Item) => {
  for (const url of [item.url, item.thumbnailUrl]) expect(await statusOf(url)).toBe(404)
  await filesAreNamed()
}

it.each(['before', 'after'])(
  'lets a takedown be upheld %s a file is copied back, and none of them stays',
  async (when) => {
    const { item, uphold } = await claimed()
    let isFirst = true
    storage.put = async (...args) => {
      if (when === 'before' && isFirst) await uphold()
      await put(...args)
      if (when === 'after' && isFirst) await uphold()
      isFirst = false
    }
    expectError(await restore(item), 404, 'not_found')
    await nothingIsLeft(item)
  },
)

it('leaves no file of an upheld takedown that a process had copied back when it died', async () => {
  const { item, uphold } = await claimed()
  storage.put = async (...args) => {
    await uphold()
    await put(...args)
    storage.delete = () => Promise.reject(new Error('The process is gone'))
  }
  expectError(await restore(item), 404, 'not_found')
  Object.assign(storage, copying)
  expect(await statusOf(item.url)).toBe(200)
  const jobs = await jobsOf('put-away')
  await perform('put-away', jobs.at(-1))
  await nothingIsLeft(item)
})

it('refuses a restoration once the same content was taken down, and copies nothing more', async () => {
  const bytes = await newPicture().png().toBuffer()
  const [item, other] = [await newItem(bytes), await newItem(bytes)]
  await removed(item)
  const { body } = await complainant(app).file({ mediaId: other.id })
  let copies = 0
  storage.put = async (...args) => {
    copies += 1
    await operatorCall(app, `PATCH /api/admin/dmca-takedowns/${body.id}`, { status: 'resolved', removeMedia: true })
    await put(...args)
  }
  expectError(await restore(item), 409, 'conflict')
  expect(copies).toBe(1)
  expect(await statusOf(item.url)).toBe(404)
})

it('of two restorations at once one happens, and files stay', async () => {
  const item = await newItem()
  await removed(item)
  const both = await Promise.all([restore(item), restore(item)])
  expect(both.map(({ status }) => status).sort()).toEqual([204, 404])
  for (const job of await jobsOf('put-away')) await perform('put-away', job)
  await performAll('delete-files')
  expect(await statusOf(item.url)).toBe(200)
  await filesAreNamed()
})

it('copies nothing where a file can have two names', async () => {
  const item = await newItem()
  let copies = 0
  const counting: typeof put = (...args) => {
    copies += 1
    return put(...args)
  }
  Object.assign(storage, { link, put: counting })
  await removed(item)
  for (const url of [item.url, item.thumbnailUrl]) expect(await statusOf(url)).toBe(404)
  await filesAreNamed()
  await restored(item)
  await performAll('delete-files')
  for (const url of [item.url, item.thumbnailUrl]) expect(await statusOf(url)).toBe(200)
  await filesAreNamed()
  expect(copies).toBe(0)
})

it('loses nothing of an item that is deleted again right after it was brought back', async () => {
  const item = await newItem()
  await removed(item)
  await restored(item)
  await remove(item)
  const ofRestoration = (await jobsOf('put-away'))[1]
  // What the restoration left in the trash is deleted in the same moment.
  storage.put = async (...args) => {
    await put(...args)
    await performAll('delete-files')
  }
  await perform('put-away', ofRestoration)
  storage.put = put
  await performAll('put-away')
  await restored(item)
  for (const url of [item.url, item.thumbnailUrl]) expect(await statusOf(url)).toBe(200)
})

it('stores no picture with a claim whose item was brought back', async () => {
  const item = await newItem()
  const { file, rowOf } = complainant(app)
  const { body } = await file({ mediaId: item.id })
  await remove(item)
  await restored(item)
  await performAll('put-away')
  expect(await rowOf(body.id)).toMatchObject({ media_id: item.id, removed_item: null, removed_picture: null })
})

it('comes after all other jobs, also when it had to wait for a backup', async () => {
  const item = await newItem()
  await remove(item)
  const priorities = async () => {
    const text = `SELECT priority FROM graphile_worker.jobs WHERE task_identifier = 'put-away'`
    return (await db.query<{ priority: number }>({ text })).map(({ priority }) => priority)
  }
  const [first = 0] = await priorities()
  expect(first).toBeGreaterThan(0)
  const backup = new pg.Client(app.deps.config.databaseUrl)
  await backup.connect()
  expect(await lockBackups(backup)).toBe(true)
  await performAll('put-away').finally(() => backup.end())
  expect(await priorities()).toEqual([first, first])
})
