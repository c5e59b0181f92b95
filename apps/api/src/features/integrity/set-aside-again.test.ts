import { describe, expect, it } from 'vitest'
import { quickVisitor } from '../../../test/call.ts'
import { countOf, expectExactCounts } from '../../../test/counts.ts'
import { newItems } from '../../../test/items.ts'
import { operatorCall } from '../../../test/operator.ts'
import { setAsides } from '../../../test/set-asides.ts'
import { testApp } from '../../../test/test-app.ts'
import { withWorker } from '../../../test/worker.ts'

const app = await testApp()
await withWorker(app)
const owner = await quickVisitor(app)
const { setAside, countAgain, list, totals } = setAsides(app)
const newest = async () => (await list())[0]
const count = (text: string, values: unknown[] = []) => countOf(app.deps.db, text, values)

describe('synthetic votes', () => {
  const synthetic = () => operatorCall<object>(app, 'GET /api/admin/synthetic-votes')

  it('are set aside and counted again all at once; further ones count', async () => {
    const [first = 0, second = 0] = await newItems(app, owner.id, 5)
    const [one, other] = [await quickVisitor(app), await quickVisitor(app)]
    for (const id of [first, second]) for (const voter of [one, other]) await voter.vote(id, true)
    await setAside({ kind: 'voter', userId: other.id })
    const { status } = await operatorCall(app, 'POST /api/admin/populate-votes?minVotes=3&maxVotes=3')
    expect(status).toBe(200)
    const real = await count('SELECT count(*) FROM votes v JOIN users u ON u.id = v.user_id WHERE NOT is_synthetic')
    const realAside = await count('SELECT count(*) FROM set_aside_votes')
    const votes = (await count('SELECT count(*) FROM votes')) - real
    const shown = () => count('SELECT sum(hot_votes + not_votes) FROM media')
    expect((await synthetic()).body).toEqual({ voters: 3, votes, setAside: 0, setAsideTogether: 0 })
    expect((await setAside({ kind: 'synthetic' })).body.votes).toBe(votes)
    expect(await shown()).toBe(real - realAside)
    expect((await synthetic()).body).toEqual({ voters: 3, votes, setAside: votes, setAsideTogether: votes })
    await operatorCall(app, 'POST /api/admin/populate-votes?minVotes=1&maxVotes=1')
    const more = (await count('SELECT count(*) FROM votes')) - real - votes
    expect(await shown()).toBe(real - realAside + more)
    await setAside({ kind: 'synthetic' })
    expect((await countAgain({ kind: 'synthetic' })).body.votes).toBe(votes + more)
    expect((await synthetic()).body).toMatchObject({ votes: votes + more, setAside: 0 })
    expect((await countAgain({ kind: 'synthetic' })).body.votes).toBe(0)
    await expectExactCounts(app.deps.db)
  })

  it('on an item in the trash are none that could be set aside, until it is restored', async () => {
    const items = await newItems(app, owner.id, 3)
    const [gone = 0, aside = 0] = items
    const voter = await quickVisitor(app)
    await app.deps.db.query({ text: 'UPDATE users SET is_synthetic = (id = $1)' }, [voter.id])
    await voter.vote(aside, true)
    await setAside({ kind: 'synthetic' })
    for (const id of items) await voter.vote(id, true)
    expect((await synthetic()).body).toEqual({ voters: 1, votes: 3, setAside: 1, setAsideTogether: 1 })
    for (const id of [gone, aside]) expect((await operatorCall(app, `DELETE /api/admin/media/${id}`)).status).toBe(204)
    expect((await synthetic()).body).toEqual({ voters: 1, votes: 1, setAside: 0, setAsideTogether: 0 })
    expect((await setAside({ kind: 'synthetic' })).body.votes).toBe(1)
    expect((await synthetic()).body).toEqual({ voters: 1, votes: 1, setAside: 1, setAsideTogether: 1 })
    for (const id of [gone, aside])
      expect((await operatorCall(app, `POST /api/admin/trash/${id}/restore`)).status).toBe(204)
    expect((await synthetic()).body).toEqual({ voters: 1, votes: 3, setAside: 2, setAsideTogether: 2 })
    expect((await countAgain({ kind: 'synthetic' })).body.votes).toBe(2)
    await expectExactCounts(app.deps.db)
  })

  it('that were set aside with their voter do not count again with the others', async () => {
    const [item = 0] = await newItems(app, owner.id, 1)
    const voter = await quickVisitor(app)
    await voter.vote(item, true)
    await app.deps.db.query({ text: 'UPDATE users SET is_synthetic = true WHERE id = $1' }, [voter.id])
    await setAside({ kind: 'voter', userId: voter.id })
    expect((await synthetic()).body).toMatchObject({ setAside: 1, setAsideTogether: 0 })
    expect((await countAgain({ kind: 'synthetic' })).body.votes).toBe(0)
    expect(await totals(item)).toEqual([0, 0])
    await countAgain({ kind: 'set_aside', setAsideId: (await newest())?.id })
    expect((await synthetic()).body).toMatchObject({ setAside: 0, setAsideTogether: 0 })
    await expectExactCounts(app.deps.db)
  })
})

describe('votes on an item that is being deleted', () => {
  it('do not keep what was set aside with them open', async () => {
    const [gone = 0, stays = 0] = await newItems(app, owner.id, 2)
    const voter = await quickVisitor(app)
    for (const id of [gone, stays]) await voter.vote(id, true)
    await setAside({ kind: 'voter', userId: voter.id })
    // Its votes and views are still to be erased.
    await app.deps.db.query({ text: `UPDATE media SET status = 'deleted', position = NULL WHERE id = $1` }, [gone])
    const again = { kind: 'set_aside', setAsideId: (await newest())?.id }
    expect((await countAgain(again)).body.votes).toBe(1)
    expect(await totals(stays)).toEqual([1, 0])
    expect((await newest())?.countedAgainAt).not.toBeNull()
    expect((await countAgain(again)).body.votes).toBe(0)
  })
})
