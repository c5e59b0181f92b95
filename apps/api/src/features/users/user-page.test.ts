import type { ShownUser, UserVote } from '@hotvote/shared/operator/user-page'
import { beforeEach, describe, expect, it } from 'vitest'
import { call, expectError, type QuickVisitor, quickVisitor } from '../../../test/app/call.ts'
import { allPages, listAudit, operatorCall } from '../../../test/app/operator.ts'
import { appWithMail, logInAs, newAddress, saveAs } from '../../../test/fakes/mailbox.ts'
import { newItems } from '../../../test/make/items.ts'
import { filePart, upload } from '../../../test/make/upload.ts'

const site = await appWithMail()
const { app } = site
const sql = (text: string, values: unknown[] = []) => app.deps.db.query({ text }, values)
beforeEach(() => sql('TRUNCATE users, sessions, media, votes, views, takedowns, rate_limits CASCADE'))

const ask = <Body>(user: { id: number }, rest = '') => operatorCall<Body>(app, `GET /api/admin/users/${user.id}${rest}`)
const act = (user: { id: number }, what: 'block' | 'unblock') =>
  operatorCall(app, `POST /api/admin/users/${user.id}/${what}`)
const eventsAbout = async (user: { id: number }) =>
  (await listAudit(app)).filter(({ context }) => context.userId === user.id).map(({ event }) => event)
const sendFile = (visitor: QuickVisitor) => upload(app, visitor, filePart('no picture'))

describe('the page of a user', () => {
  it("shows activity, logins and takedown requests about the user's items", async () => {
    const user = await quickVisitor(app)
    const [item = 0] = await newItems(app, user.id, 2)
    await sql(
      `WITH filed AS (INSERT INTO takedowns (complainant_name, complainant_email, copyright_owner, work_description,
        infringement_description, infringing_urls, good_faith_statement, accuracy_statement, electronic_signature)
        VALUES ('a', 'a@b.example', 'a', 'My harbour', 'a', '[]', true, true, 'a') RETURNING id)
        INSERT INTO takedown_items (takedown_id, media_id, position) SELECT id, $1, 0 FROM filed`,
      [item],
    )
    const shown = await ask<ShownUser>(user)
    expect(shown.body).toMatchObject({
      ...{ id: user.id, username: user.username, totalUploads: 2, sessions: 1, takedowns: 1 },
      ...{ isBlocked: false, blockedAt: null },
    })
    const expectRequestAbout = async (place: string | null) =>
      expect((await ask(user, '/takedowns')).body).toEqual([
        {
          ...{
            id: expect.any(Number),
            status: 'pending',
            workDescription: 'My harbour',
            createdAt: expect.any(String),
          },
          item: { mediaId: item, originalName: 'made.jpg', place },
        },
      ])
    await expectRequestAbout('library')
    const sessions = await ask(user, '/sessions')
    expect(sessions.body).toEqual([
      { createdAt: expect.any(String), seenAt: expect.any(String), network: expect.stringMatching(/^[0-9a-f]{4}$/) },
    ])
    const reporter = await quickVisitor(app)
    const body = { userId: reporter.id, reason: 'spam' }
    await call(app, `POST /api/media/${item}/report`, { cookie: reporter.cookie, body })
    const report = {
      ...{ mediaId: item, originalName: 'made.jpg', reason: 'spam', settledAt: null, place: 'library' },
      reporter: { userId: reporter.id, username: reporter.username },
    }
    for (const one of [user, reporter]) {
      expect((await ask(one, '/reports')).body).toEqual([expect.objectContaining(report)])
      expect((await ask(one)).body).toMatchObject({ reports: 1 })
    }
    await operatorCall(app, `DELETE /api/admin/media/${item}`)
    expect((await ask(reporter, '/reports')).body).toMatchObject([{ place: 'trash', settledAt: expect.any(String) }])
    await expectRequestAbout('trash')
    await operatorCall(app, `DELETE /api/admin/trash/${item}`)
    await expectRequestAbout(null)
  })

  it("shows the user's votes in pages and marks votes that are set aside", async () => {
    const [user, owner] = [await quickVisitor(app), await quickVisitor(app)]
    const items = await newItems(app, owner.id, 3)
    for (const id of items) expect((await user.vote(id, id === items[0])).status).toBe(201)
    await sql(
      `WITH made AS (INSERT INTO set_asides (kind, user_id) VALUES ('voter', $1) RETURNING id)
       UPDATE users SET is_set_aside = true, set_aside_id = made.id FROM made WHERE users.id = $1`,
      [user.id],
    )
    const first = await ask<UserVote[]>(user, '/votes?limit=2')
    expect(first.headers['x-total-count']).toBe('3')
    expect(first.body.map(({ id, isHot }) => ({ id, isHot }))).toEqual([
      { id: items[2], isHot: false },
      { id: items[1], isHot: false },
    ])
    const { entries } = await allPages<UserVote>(app, `/api/admin/users/${user.id}/votes?limit=2`)
    expect(entries.map(({ id }) => id)).toEqual(items.toReversed())
    expect(entries[2]).toMatchObject({ isHot: true, originalName: 'made.jpg' })
    await operatorCall(app, `DELETE /api/admin/media/${items[1]}`)
    const left = await ask<UserVote[]>(user, '/votes')
    expect(left.body.map(({ id }) => id)).toEqual([items[2], items[0]])
    expect(left.headers['x-total-count']).toBe('2')
    expect((await ask<ShownUser>(user)).body).toMatchObject({ votes: 2, totalVotes: 3, isSetAside: true })
  })

  it('answers 404 for an unknown user', async () => {
    for (const rest of ['', '/votes', '/sessions', '/takedowns', '/reports'])
      expectError(await ask({ id: 987654 }, rest), 404, 'not_found')
    for (const what of ['block', 'unblock'] as const) expectError(await act({ id: 987654 }, what), 404, 'not_found')
    const body = { username: 'Nobody at all' }
    expectError(await operatorCall(app, 'PATCH /api/admin/users/987654', body), 404, 'not_found')
  })

  it('changes the name by the rules for visitors', async () => {
    const [user, other] = [await quickVisitor(app), await quickVisitor(app)]
    const rename = (username: string) => operatorCall(app, `PATCH /api/admin/users/${user.id}`, { username })
    expectError(await rename('ab'), 400, 'invalid_request')
    expectError(await rename(other.username.toUpperCase()), 409, 'username_taken')
    expect(await eventsAbout(user)).toEqual([])
    expect((await rename('  Another   name ')).status).toBe(204)
    expect((await ask<ShownUser>(user)).body.username).toBe('Another name')
    expect(await listAudit(app)).toContainEqual(
      expect.objectContaining({
        event: 'USER_RENAMED',
        actor: 'operator',
        context: { userId: user.id, ip: '127.0.0.1' },
      }),
    )
  })
})

describe('a blocked visitor', () => {
  it('can read but neither vote nor upload until unblocked', async () => {
    const [user, owner] = [await quickVisitor(app), await quickVisitor(app)]
    const [first = 0, second = 0] = await newItems(app, owner.id, 2)
    expect((await user.vote(first)).status).toBe(201)
    expect((await act(user, 'block')).status).toBe(204)
    expect((await act(user, 'block')).status).toBe(204)

    expectError(await user.vote(second), 403, 'blocked')
    expectError(await sendFile(user), 403, 'blocked')
    const body = { userId: user.id, reason: 'spam' }
    const report = await call(app, `POST /api/media/${second}/report`, { cookie: user.cookie, body })
    expectError(report, 403, 'blocked')
    expect((await user.next()).body).toMatchObject({ id: second })
    expect((await user.view(second)).status).toBe(204)
    expect((await call(app, 'GET /api/session', { cookie: user.cookie })).body).toMatchObject({ isBlocked: true })
    expect((await ask<ShownUser>(user)).body).toMatchObject({ isBlocked: true, totalVotes: 1 })
    const listed = await operatorCall<ShownUser[]>(app, 'GET /api/admin/users?group=blocked')
    expect(listed.body.map(({ id }) => id)).toEqual([user.id])
    const others = await Promise.all(Array.from({ length: 6 }, () => quickVisitor(app)))
    const votes = await Promise.all([user, ...others].map((one) => one.vote(second)))
    expect(votes.map(({ status }) => status)).toEqual([403, 201, 201, 201, 201, 201, 201])

    expect((await act(user, 'unblock')).status).toBe(204)
    expect((await user.vote(second)).status).toBe(201)
    expectError(await sendFile(user), 415, 'unsupported_type')
    expect((await call(app, 'GET /api/session', { cookie: user.cookie })).body).not.toHaveProperty('isBlocked')
    expect(await eventsAbout(user)).toEqual(['USER_BLOCKED', 'USER_UNBLOCKED'])
  })

  it('stays blocked after the next login', async () => {
    const email = newAddress()
    const user = await saveAs(site, await quickVisitor(app), email)
    await act(user, 'block')
    expect(await logInAs(site, email)).toMatchObject({ id: user.id, isBlocked: true })
  })

  it('blocks the account that the visitor saves to', async () => {
    const email = newAddress()
    const [account, user] = [await saveAs(site, await quickVisitor(app), email), await quickVisitor(app)]
    await act(user, 'block')
    const after = await saveAs(site, user, email)
    expect(after).toMatchObject({ id: account.id, isBlocked: true })
    expect((await ask(user)).status).toBe(404)
    const [item = 0] = await newItems(app, (await quickVisitor(app)).id, 1)
    const body = { userId: account.id, mediaId: item, isHot: true }
    expectError(await call(app, 'POST /api/votes', { cookie: after.cookie, body }), 403, 'blocked')
  })

  it('stays blocked after a login to another account, which is not blocked', async () => {
    const [email, other] = [newAddress(), newAddress()]
    const [user, account] = [
      await saveAs(site, await quickVisitor(app), other),
      await saveAs(site, await quickVisitor(app), email),
    ]
    await act(user, 'block')
    for (const after of [await saveAs(site, user, email), await logInAs(site, email)]) {
      expect(after.id).toBe(account.id)
      expect(after).not.toHaveProperty('isBlocked')
    }
    expect(await logInAs(site, other)).toMatchObject({ id: user.id, isBlocked: true })
  })

  it('can delete the account', async () => {
    const user = await quickVisitor(app)
    await act(user, 'block')
    expect((await call(app, `DELETE /api/users/${user.id}`, { cookie: user.cookie })).status).toBe(204)
    expectError(await act(user, 'unblock'), 404, 'not_found')
  })
})
