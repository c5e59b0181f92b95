import express from 'express'
import pg from 'pg'

/**
 * The limits that the API is measured against: a bare Express handler that reads one row by its primary key, and one
 * that inserts one row, each by a named statement. `argv`: database URL, number of media items.
 */
const [url = '', items = '1'] = process.argv.slice(2)
const pool = new pg.Pool({ connectionString: url, max: 10 })
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

const server = app.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.send?.(typeof address === 'object' ? address?.port : undefined)
})
