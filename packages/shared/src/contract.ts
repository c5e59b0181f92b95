import type { z } from 'zod'
import type { ErrorCode } from './errors.ts'

/** An answer besides the JSON of `response`: a file, a page, or none at all. */
export type OtherAnswer = {
  /** For a person who reads the description of the API. */
  about: string
  /** Media types of its body; neither these nor `body`: it has none. */
  types?: readonly string[]
  body?: z.ZodType
}

/** One call of the REST API as data. Without `response` it answers 204, unless `status` says otherwise. */
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
  /** Codes of failures that are its own. Those of its guard, of its input and of every call are known without it. */
  errors?: readonly ErrorCode[]
  /** Request headers that change what it does. */
  headers?: z.ZodType
  /** Media types of `body`, where JSON is not the only one. */
  bodyTypes?: readonly string[]
  /** A multipart form in place of a JSON body. */
  form?: z.ZodType
  /** By status. */
  answers?: Readonly<Record<number, OtherAnswer>>
  /** Failures are told as a page to browsers. */
  errorPages?: true
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
