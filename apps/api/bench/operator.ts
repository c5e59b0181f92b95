import { mediaSorts } from '@hotvote/shared/operator/media-library'
import { userGroups, userSorts } from '@hotvote/shared/operator/users'
import { pino } from 'pino'
import { rollUpDays } from '../src/features/overview/overview.service.ts'
import { openDatabase } from '../src/platform/db/client.ts'
import { seedCollection } from './seed-collection.ts'
import { PASSWORD, startApi } from './servers.ts'

const LISTS = { media: '/api/admin/media', users: '/api/admin/users', audit: '/api/admin/audit-logs' }
const authorization = `Basic ${Buffer.from(`admin:${PASSWORD}`).toString('base64')}`

const calls = [
  '/api/admin/overview',
  '/api/admin/media-totals',
  ...mediaSorts.flatMap((sort) => [`${LISTS.media}?sort=${sort}`, `${LISTS.media}?sort=${sort}&order=asc`]),
  `${LISTS.media}?search=beach`,
  `${LISTS.media}?search=beach-10`,
  `${LISTS.media}?search=a`,
  `${LISTS.media}?type=video&sort=votes`,
  '/api/admin/user-totals',
  ...userSorts.flatMap((sort) => [`${LISTS.users}?sort=${sort}`, `${LISTS.users}?sort=${sort}&order=asc`]),
  `${LISTS.users}?search=Seed%20123`,
  `${LISTS.users}?search=a`,
  `${LISTS.users}?search=nobody-at-all`,
  ...userGroups.map((group) => `${LISTS.users}?group=${group}`),
  `${LISTS.users}?lastDays=30`,
  `${LISTS.users}?dateField=lastLoginAt&lastDays=30`,
  `${LISTS.users}?month=3`,
  '/api/admin/dmca-takedown-counts',
  '/api/admin/dmca-takedowns',
  '/api/admin/dmca-takedowns?search=studio',
  LISTS.audit,
  `${LISTS.audit}?search=mediaId`,
  '/api/admin/audit-log-stats',
  '/api/db-test/counts',
]

/** Milliseconds of the first call, and of the fastest of three calls. */
type Times = { first: number; best: number }

const timeOf = async (url: string): Promise<number> => {
  const start = performance.now()
  const answer = await fetch(url, { headers: { authorization } })
  await answer.arrayBuffer()
  if (!answer.ok) return Number.NaN
  return performance.now() - start
}

const timesAt = async (apiUrl: string): Promise<Map<string, Times>> => {
  const times = new Map<string, Times>()
  for (let n = 0; n < 5; n++) await timeOf(`${apiUrl}/api/admin/operations/import-media`)
  for (const path of calls) {
    const first = await timeOf(apiUrl + path)
    times.set(path, { first, best: Math.min(first, await timeOf(apiUrl + path), await timeOf(apiUrl + path)) })
  }
  return times
}

/** Fills the daily counts first, because a running site has counted past days already. */
const recordPastDays = async (url: string) => {
  const log = pino({ enabled: false })
  const db = openDatabase({ url, max: 1, connectTimeout: 5000, statementTimeout: 300_000, lockTimeout: 5000 }, log)
  await rollUpDays({ db, log }).finally(() => db.close())
}

const column = (text: string) => text.padStart(9)

const line = (path: string, times: (Times | undefined)[]) => {
  const cells = times.flatMap((time) => [time?.first, time?.best].map((ms) => column(ms ? ms.toFixed(1) : '-')))
  const [small, large] = [times[0], times.at(-1)].map((time) => time?.best ?? Number.NaN)
  return `${path.padEnd(58)}${cells.join('')}${column(((large ?? 0) / (small ?? 1)).toFixed(1))}`
}

/** `pnpm bench --operator`: milliseconds per call on sites of several sizes. */
export const timeOperator = async (sites: { media: number; url: string }[], dataDir: string) => {
  const measured: Map<string, Times>[] = []
  for (const { media, url } of sites) {
    await seedCollection(url, { users: media, media, votes: media * 10 })
    await recordPastDays(url)
    const api = await startApi(url, dataDir)
    measured.push(await timesAt(api.url).finally(api.stop))
  }
  const sizes = sites.flatMap(({ media }) => [column(media.toLocaleString('en')), column('best')])
  console.log(`${'ms, first call and best of three, at so many media'.padEnd(58)}${sizes.join('')}${column('ratio')}`)
  for (const path of calls)
    console.log(
      line(
        path,
        measured.map((times) => times.get(path)),
      ),
    )
}
