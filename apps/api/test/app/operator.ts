import type { Operation } from '@hotvote/shared/operator/operations'
import { expect } from 'vitest'
import { call, type Reply } from './call.ts'
import { OPERATOR } from './settings.ts'
import type { TestApp } from './test-app.ts'

/** Follows `Link` headers. */
export const allPages = async <Entry>(app: { baseUrl: string }, path: string) => {
  const entries: Entry[] = []
  const totals: number[] = []
  let next: string | undefined = path
  while (next) {
    const reply: Awaited<ReturnType<typeof operatorCall<Entry[]>>> = await operatorCall<Entry[]>(app, `GET ${next}`)
    if (reply.status !== 200) throw new Error(`${next}: ${reply.status} ${reply.text}`)
    entries.push(...reply.body)
    totals.push(Number(reply.headers['x-total-count']))
    next = /^<([^>]+)>; rel="next"$/.exec(String(reply.headers.link ?? ''))?.[1]
  }
  return { entries, totals }
}

/** Checks that both sort orders list the entries identically, and returns the ascending list. */
export const pagesBothWays = async <Entry extends { id: unknown }>(
  app: { baseUrl: string },
  path: string,
  count: number,
) => {
  const down = await allPages<Entry>(app, `${path}&limit=4`)
  const up = await allPages<Entry>(app, `${path}&limit=7&order=asc`)
  expect(new Set(down.entries.map(({ id }) => id)).size).toBe(count)
  expect(down.entries.map(({ id }) => id)).toEqual(up.entries.map(({ id }) => id).reverse())
  expect(new Set([...down.totals, ...up.totals])).toEqual(new Set([count]))
  return up.entries
}

export const operatorCall = <Body = unknown>(
  app: { baseUrl: string; host?: string },
  route: `${string} ${string}`,
  body?: unknown,
): Promise<Reply<Body>> =>
  call<Body>(app, route, { body, headers: { ...OPERATOR, ...(app.host && { host: app.host }) } })

export const startAsOperator = (app: { baseUrl: string }, route: `${string} ${string}`, body?: unknown) =>
  call<Operation>(app, route, { body, headers: { ...OPERATOR, Prefer: 'respond-async' } })

type Entry = {
  event: string
  actor: string
  operator: string | null
  requestId: string | null
  context: Record<string, unknown>
}

export const listAudit = (app: TestApp) =>
  app.deps.db.query<Entry>({
    text: 'SELECT event, actor, operator, request_id AS "requestId", context FROM audit_log ORDER BY id',
  })
