import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import express from 'express'
import pino from 'pino'
import supertest from 'supertest'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { errorHandler } from '../errors.ts'
import { pageFiles } from './page.ts'

const script = 'export const hot = true\n'
let dist: string
const get = (path: string, encoding = 'identity') =>
  supertest(express().use(pageFiles(dist), errorHandler(pino({ level: 'silent' }))))
    .get(path)
    .set('Accept-Encoding', encoding)

beforeEach(() => {
  dist = mkdtempSync(join(tmpdir(), 'hotvote-dist-'))
  mkdirSync(join(dist, 'assets'))
  writeFileSync(join(dist, 'assets/index-1.js'), script)
  writeFileSync(join(dist, 'assets/index-1.js.br'), brotliCompressSync(script))
  writeFileSync(join(dist, 'assets/index-1.js.gz'), gzipSync(script))
  writeFileSync(join(dist, 'theme.js'), script)
  writeFileSync(join(dist, '.built-from'), 'secret')
})
afterEach(() => rmSync(dist, { recursive: true, force: true }))

it.each([
  ['br', 'br'],
  ['gzip', 'gzip'],
  ['br;q=0.5, gzip', 'gzip'],
  ['identity', undefined],
])('serves a browser that accepts "%s" with the encoding %s', async (takes, gets) => {
  const reply = await get('/assets/index-1.js', takes).buffer().expect(200)
  expect(reply.headers['content-encoding']).toBe(gets)
  expect(reply.headers['content-type']).toMatch(/^text\/javascript/)
  expect(reply.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  expect(reply.headers.vary).toMatch(/accept-encoding/i)
})

it('revalidates a file without a hash in its name', async () => {
  const reply = await get('/theme.js').expect(200)
  expect(reply.headers['cache-control']).toBe('no-cache')
})

it('answers 404 for a file of an older build', async () => {
  await get('/assets/index-1.js', 'br').expect(200)
  for (const ending of ['', '.br', '.gz']) rmSync(join(dist, `assets/index-1.js${ending}`))
  const reply = await get('/assets/index-1.js', 'br').expect(404)
  expect(reply.headers['content-encoding']).toBeUndefined()
  await get('/theme.js').expect(200)
})

it('serves no hidden file of the build', async () => {
  await get('/.built-from').expect(404)
})

it.each([
  ['/theme.js', 'identity'],
  ['/assets/index-1.js', 'identity'],
  ['/assets/index-1.js', 'br'],
])('answers 416 without caching to a range beyond %s (%s)', async (path, encoding) => {
  const reply = await get(path, encoding).set('Range', 'bytes=999999-').expect(416)
  expect(reply.headers['content-range']).toMatch(/^bytes \*\/\d+$/)
  for (const name of ['cache-control', 'content-encoding', 'etag']) expect(reply.headers).not.toHaveProperty(name)
  expect(reply.text).toBe('')
  await get(path, encoding).set('Range', 'bytes=0-2').expect(206)
})

it('answers 412 to If-Match with another version', async () => {
  const reply = await get('/theme.js').set('If-Match', '"another"').expect(412)
  expect(reply.text).toBe('')
  await get('/theme.js').set('If-Match', '*').expect(200)
})
