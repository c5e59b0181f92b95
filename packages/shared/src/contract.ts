import type { z } from 'zod'

/**
 * One call of the REST API as data: both sides read it. `path` is written as Express writes it (`/api/users/:id`).
 * A contract without `body` takes no body, one without `response` answers 204 unless `status` says otherwise.
 */
export type Contract = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  path: `/${string}`
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  response?: z.ZodType
  status?: 200 | 201 | 204
  /** The answer with 202 to `Prefer: respond-async`: the operation goes on. */
  accepted?: z.ZodType
  /** Bytes that its JSON body may have, where 100,000 are too few. */
  bodyLimit?: number
  /** The answer carries an `ETag` and is revalidated each time: 304 while it is the same. */
  revalidate?: true
}

/** The identity, which infers the exact types of its argument. */
export const contract = <const C extends Contract>(data: C): C => data

/** `POST /api/votes`: how the page names a call without carrying its schemas (they are types there). */
export type RouteOf<C extends Contract> = `${C['method']} ${C['path']}`

type PartOf<C extends Contract, K extends 'params' | 'query' | 'body'> = C[K] extends z.ZodType ? C[K] : undefined
/** What a handler receives: parsed. */
export type Parsed<C extends Contract, K extends 'params' | 'query' | 'body'> =
  PartOf<C, K> extends z.ZodType ? z.output<PartOf<C, K>> : undefined
/** What a caller sends: before parsing. */
export type Sent<C extends Contract, K extends 'params' | 'query' | 'body'> =
  PartOf<C, K> extends z.ZodType ? z.input<PartOf<C, K>> : undefined
/** What the server answers, as the page receives it. */
export type Answer<C extends Contract> = C['response'] extends z.ZodType ? z.output<C['response']> : undefined
