import { expect, it } from 'vitest'
import { quickVisitor } from '../app/call.ts'
import { queryCount } from '../app/database.ts'
import { appWithMail, arrive, askToSave, newAddress, pressButton, saveAs, tokenTo } from '../fakes/mailbox.ts'
import { newItems } from '../make/items.ts'

const MOVED_MAX = 50_000

it('moves the newest fifty thousand ratings to the account and leaves older ones behind', async () => {
  const site = await appWithMail()
  const { app } = site
  const { db } = app.deps
  const email = newAddress()
  const account = await saveAs(site, await quickVisitor(app), email)
  const visitor = await quickVisitor(app)
  const items = await newItems(app, (await quickVisitor(app)).id, MOVED_MAX + 2)
  const oldest = items.slice(0, 2)
  const text = `
WITH voted AS (
  INSERT INTO votes (user_id, media_id, is_hot, created_at)
  SELECT $1, id, true, now() - CASE WHEN id = ANY ($3) THEN interval '1 day' ELSE interval '1 hour' END FROM unnest($2::bigint[]) id),
total AS (UPDATE media SET hot_votes = 1 WHERE id = ANY ($2))
UPDATE users SET votes_cast = cardinality($2) WHERE id = $1`
  await db.query({ text }, [visitor.id, items, oldest])
  await askToSave(app, visitor, email)
  const pressed = await pressButton(app, await tokenTo(site, email))
  expect(pressed.headers.location).toContain('left-behind=true')
  expect((await arrive(app, pressed)).id).toBe(account.id)
  const left = await db.query({ text: 'SELECT media_id AS id FROM votes WHERE user_id = $1 ORDER BY 1' }, [visitor.id])
  expect(left).toEqual(oldest.map((id) => ({ id })))
  const cast = 'SELECT votes_cast FROM users WHERE id = $1'
  expect([await queryCount(db, cast, [account.id]), await queryCount(db, cast, [visitor.id])]).toEqual([MOVED_MAX, 2])
  expect(await queryCount(db, 'SELECT sum(hot_votes) FROM media')).toBe(items.length)
})
