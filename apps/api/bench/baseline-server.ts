import express from 'express'
import pg from 'pg'
import { pino } from 'pino'
import { findFirstUnrated } from '../src/features/voting/next-item.queries.ts'
import { castVotes, recordViews } from '../src/features/voting/rating.service.ts'
import { openDatabase } from '../src/platform/db/client.ts'

/**
 * Baseline of the bench: bare Express handlers for one row or the product's own statements. `argv`: database URL,
 * number of items.
 */
const [url = '', items = '1'] = process.argv.slice(2)
const pool = new pg.Pool({ connectionString: url, max: 10, options: '-c jit=off' })
const app = express()
app.disable('x-powered-by')
app.set('etag', false)

const read = { name: 'read', text: 'SELECT id, original_key, hot_votes, not_votes FROM media WHERE id = $1' }
app.get('/read', async (_req, res) => {
  const id = 1 + Math.floor(Math.random() * Number(items))
  const { rows } = await pool.query({ ...read, values: [id] })
  res.json(rows[0])
})

const insert = { name: 'insert', text: 'INSERT INTO bench_inserts (user_id, media_id, is_hot) VALUES ($1, $2, true)' }
let next = 0
app.post('/insert', async (_req, res) => {
  next += 1
  await pool.query({ ...insert, values: [Date.now(), next] })
  res.status(201).json({ inserted: 1 })
})

const log = pino({ level: 'silent' })
const times = { connectTimeout: 3000, statementTimeout: 5000, lockTimeout: 3000 }
const db = openDatabase({ url, max: 10, ...times }, log)
/** The query has `session` in hex and numbers otherwise. */
const callerOf = ({ query }: express.Request) => ({
  sessionHash: Buffer.from(String(query.session), 'hex'),
  userId: Number(query.user),
  mediaId: Number(query.item),
})
app.get('/next', async (req, res) => {
  const ids = Array.from({ length: 8 }, () => 1 + Math.floor(Math.random() * Number(items)))
  const [row] = await findFirstUnrated(db, [{ ...callerOf(req), ids }])
  res.json(row)
})
app.post('/vote', async (req, res) => {
  const [row] = await castVotes({ db, log }, [{ ...callerOf(req), isHot: req.query.hot === 'true' }])
  // Answers 500 without totals, so a refused vote does not count as a success.
  res.status(row?.totals ? 200 : 500).json(row)
})
app.post('/view', async (req, res) => {
  const [row] = await recordViews({ db, log }, [callerOf(req)])
  res.status(row?.ownerId == null ? 500 : 200).json(row)
})

const server = app.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.send?.(typeof address === 'object' ? address?.port : undefined)
})
