import type { Operation } from '@hotvote/shared/operator/operations'
import { call, type Reply } from './call.ts'
import { OPERATOR } from './credentials.ts'
import type { TestApp } from './test-app.ts'

export const operatorCall = <Body = unknown>(
  app: { baseUrl: string; host?: string },
  route: `${string} ${string}`,
  body?: unknown,
): Promise<Reply<Body>> =>
  call<Body>(app, route, { body, headers: { ...OPERATOR, ...(app.host && { host: app.host }) } })

export const startAsOperator = (app: { baseUrl: string }, route: `${string} ${string}`, body?: unknown) =>
  call<Operation>(app, route, { body, headers: { ...OPERATOR, Prefer: 'respond-async' } })

type Entry = { event: string; actor: string; requestId: string | null; context: Record<string, unknown> }

export const auditOf = (app: TestApp) =>
  app.deps.db.query<Entry>({
    text: 'SELECT event, actor, request_id AS "requestId", context FROM audit_log ORDER BY id',
  })
