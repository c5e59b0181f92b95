import type { Answer } from '@hotvote/shared/contract'
import type { overview } from '@hotvote/shared/operator/overview'
import { beforeEach, describe, expect, it } from 'vitest'
import { quickVisitor } from '../../../test/app/call.ts'
import { DELETE_JOBS } from '../../../test/app/job-table.ts'
import { operatorCall } from '../../../test/app/operator.ts'
import { beforeMidnight } from '../../../test/app/soon.ts'
import { testApp } from '../../../test/app/test-app.ts'
import { newItems } from '../../../test/make/items.ts'
import { addKeyedJob } from '../../platform/jobs/queue.ts'
import { createTasks } from '../../tasks.ts'

const app = await testApp()
const sql = <Row>(text: string, values: unknown[] = []) => app.deps.db.query<Row>({ text }, values)
beforeEach(beforeMidnight)
beforeEach(() =>
  sql(
    `TRUNCATE users, sessions, media, votes, views, takedowns, daily_activity, redirect_counts, audit_log CASCADE; ${DELETE_JOBS}`,
  ),
)

const look = async () => (await operatorCall<Answer<typeof overview>>(app, 'GET /api/admin/overview')).body
const firstOpenDay = async () => {
  const [row] = await sql<{ day: string }>(
    `SELECT ((now() - interval '5 minutes') AT TIME ZONE 'UTC')::date::text AS day`,
  )
  return row?.day ?? ''
}
const rollUp = () => createTasks(app.deps)['roll-up-days']({}, new AbortController().signal)
const getVotes = async (daysAgo: number, count: number) => {
  const owner = await quickVisitor(app)
  const [item = 0] = await newItems(app, owner.id, 1)
  await sql(
    `WITH made AS (INSERT INTO users (username) SELECT 'v' || $1::bigint || '-' || n FROM generate_series(1, $2::int) n RETURNING id)
    INSERT INTO votes (user_id, media_id, is_hot, created_at)
    SELECT id, $1::bigint, row_number() OVER () % 3 <> 0, (date_trunc('day', now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC') - make_interval(days => $3::int) FROM made`,
    [item, count, daysAgo],
  )
  await sql(`UPDATE media SET created_at = now() - make_interval(days => $2) WHERE id = $1`, [item, daysAgo])
}

describe('the overview', () => {
  it('shows ninety empty days for an empty site', async () => {
    const { days, totals, decisions, queues } = await look()
    expect(days).toHaveLength(90)
    const today = new Date().toISOString().slice(0, 10)
    expect(days.at(-1)?.day).toBe(today)
    for (const { day: _day, ...counts } of days)
      expect(counts).toEqual({ hotVotes: 0, notVotes: 0, uploads: 0, redirects: 0 })
    expect(totals).toEqual({ media: 0, hotVotes: 0, notVotes: 0 })
    expect(Object.values(decisions)).toEqual(Array(6).fill({ waiting: 0, oldest: 0 }))
    expect(queues).toEqual({ waitingJobs: 0, failedJobs: 0, lostMails: 0 })
  })

  it('counts votes and uploads by day with and without daily snapshots', async () => {
    await getVotes(0, 6)
    await getVotes(1, 3)
    await getVotes(89, 9)
    await getVotes(90, 12)
    const before = (await look()).days
    expect(before.at(-1)).toMatchObject({ hotVotes: 4, notVotes: 2, uploads: 1 })
    expect(before.at(-2)).toMatchObject({ hotVotes: 2, notVotes: 1, uploads: 1 })
    expect(before[0]).toMatchObject({ hotVotes: 6, notVotes: 3, uploads: 1 })
    await rollUp()
    expect((await look()).days).toEqual(before)
  })

  it('keeps the snapshot of a finished day and updates today', async () => {
    await getVotes(2, 3)
    await getVotes(0, 3)
    const open = [await firstOpenDay()]
    await rollUp()
    await rollUp()
    open.push(await firstOpenDay())
    await sql('DELETE FROM votes')
    const { days } = await look()
    expect(days.at(-3)).toMatchObject({ hotVotes: 2, notVotes: 1 })
    expect(days.at(-1)).toMatchObject({ hotVotes: 0, notVotes: 0 })
    const written = await sql<{ day: string }>('SELECT day::text FROM daily_activity ORDER BY day')
    // The results differ only if a day ended between the two calls.
    expect(open.map((first) => days.map(({ day }) => ({ day })).filter(({ day }) => day < first))).toContainEqual(
      written,
    )
  })

  it('continues from the last snapshot', async () => {
    await sql(`INSERT INTO daily_activity VALUES ((now() AT TIME ZONE 'UTC')::date - 3, 7, 8, 9)`)
    await getVotes(3, 3)
    await getVotes(2, 3)
    await rollUp()
    const { days } = await look()
    expect(days.at(-4)).toMatchObject({ hotVotes: 7, notVotes: 8, uploads: 9 })
    expect(days.at(-3)).toMatchObject({ hotVotes: 2, notVotes: 1, uploads: 1 })
    expect(days.at(-2)).toMatchObject({ hotVotes: 0, notVotes: 0, uploads: 0 })
  })

  it('shows the totals of visible items and the open decisions', async () => {
    const visitor = await quickVisitor(app)
    const [first = 0, second = 0, third = 0] = await newItems(app, visitor.id, 4)
    await sql(`UPDATE media SET status = 'waiting', position = NULL WHERE id = $1`, [third])
    await sql('INSERT INTO look_alikes (media_id) VALUES ($1)', [third])
    await sql('UPDATE media SET hot_votes = 5, not_votes = 1 WHERE id = $1', [first])
    await sql(`UPDATE media SET status = 'pending', position = NULL WHERE id = $1`, [second])
    for (const delay of [0, 86_400])
      await addKeyedJob(app.deps.db, { name: 'skip-mail', payload: {}, key: `in ${delay} s`, delay })
    await sql(
      `INSERT INTO takedowns (status, complainant_name, complainant_email, copyright_owner, work_description, infringement_description,
        infringing_urls, good_faith_statement, accuracy_statement, electronic_signature)
      SELECT status, 'a', 'a@b.example', 'a', 'a', 'a', '[]', true, true, 'a' FROM unnest('{pending,pending,resolved}'::text[]) status`,
    )
    await sql(
      `INSERT INTO redirect_counts VALUES ((now() AT TIME ZONE 'UTC')::date, 'idle', 4), ((now() AT TIME ZONE 'UTC')::date, 'back', 3)`,
    )
    await sql(
      `INSERT INTO audit_log (event, actor, created_at) SELECT 'MAIL_NOT_DELIVERED', 'system', now() - make_interval(days => n) FROM unnest('{1,31}'::int[]) n`,
    )
    const { totals, decisions, queues, days } = await look()
    expect(totals).toEqual({ media: 2, hotVotes: 5, notVotes: 1 })
    expect(decisions).toMatchObject({
      urgentReports: { waiting: 0 },
      takedowns: { waiting: 2 },
      lookAlikes: { waiting: 1 },
      uploads: { waiting: 0 },
    })
    expect(queues).toEqual({ waitingJobs: 1, failedJobs: 0, lostMails: 1 })
    expect(days.at(-1)?.redirects).toBe(7)
  })
})
