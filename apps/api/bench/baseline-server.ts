import express from 'express'
import pg from 'pg'
import '../src/features/rating/next-item.queries.ts'
import '../src/features/rating/votes.queries.ts'
import { statements } from '../src/db/statement.ts'

/**
 * The limits that the API is measured against: bare Express handlers that read one row by its primary key, that insert one row,
 * and that run the product's own statements and nothing else, each by a named statement. `argv`: database URL, number of media items.
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

/** The values stand in the address: `session`, in hex, and the others as numbers. */
const own = (name: string, order: string[]) => {
  const found = statements.find((one) => one.name === name)
  if (!found) throw new Error(`There is no statement ${name}`)
  const { text } = found
  return async (req: express.Request, res: express.Response) => {
    const values = order
      .map((key) => (key === 'session' ? Buffer.from(String(req.query.session), 'hex') : req.query[key]))
      .map((value) => [value])
    const { rows } = await pool.query({ name, text, values, rowMode: 'array' })
    // What the product would refuse is no result; a draw that finds nothing is one.
    const row: unknown[] = rows[0] ?? []
    const isRefused = name !== 'next_items' && (row[0] === null || row.at(-1) === null)
    if (isRefused) return void res.sendStatus(500)
    res.json(row.map((value) => (Buffer.isBuffer(value) ? value.toString('base64') : value)))
  }
}
app.get('/next', own('next_items', ['session', 'user', 'excluded', 'last']))
app.post('/vote', own('cast_votes', ['session', 'user', 'item', 'hot']))
app.post('/view', own('record_views', ['session', 'user', 'item']))

const server = app.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.send?.(typeof address === 'object' ? address?.port : undefined)
})
