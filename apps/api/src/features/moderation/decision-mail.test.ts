import type { Answer } from '@hotvote/shared/contract'
import type { QueueEntry } from '@hotvote/shared/operator/review-queue'
import type { reviewTakedown } from '@hotvote/shared/operator/takedown-review'
import { describe, expect, it } from 'vitest'
import { quickVisitor } from '../../../test/app/call.ts'
import { queryCount } from '../../../test/app/database.ts'
import { JOBS } from '../../../test/app/job-table.ts'
import { operatorCall } from '../../../test/app/operator.ts'
import { appWithMail, sendDueMail } from '../../../test/fakes/mailbox.ts'
import { newItems } from '../../../test/make/items.ts'
import { complainant } from '../../../test/make/moderation.ts'

const { app, mailbox } = await appWithMail()
const DELAY = `SELECT 10 * ceil(extract(epoch FROM due_at - now()) / 10)::int AS count FROM ${JOBS}
  WHERE task = 'send-mail'`

const move = (id: number, body: object) =>
  operatorCall<Answer<typeof reviewTakedown>>(app, `PATCH /api/admin/dmca-takedowns/${id}`, body)
const newItem = async () => (await newItems(app, (await quickVisitor(app)).id, 1))[0] ?? 0
const file = async (claim: object = {}) => (await complainant(app).file(claim)).body.id
const mailsTo = (address: string) => mailbox.all().filter(({ recipients }) => recipients.includes(address))

describe('the email about a decision', () => {
  it.each([
    ['an undo', (status: string) => ({ status: 'pending', undoes: status })],
    ['a reopening', () => ({ status: 'pending' })],
  ])('is cancelled by %s within 30 seconds', async (name, back) => {
    const complainantEmail = `${name.replace(' ', '-')}@example.com`
    for (const status of ['rejected', 'resolved']) {
      const id = await file({ complainantEmail })
      await move(id, { status })
      expect(await queryCount(app.deps.db, DELAY)).toBe(30)
      await sendDueMail(app)
      expect((await move(id, back(status))).body).toMatchObject({ status: 'pending', isMailCancelled: true })
    }
    await sendDueMail(app, { now: true })
    expect(mailsTo(complainantEmail)).toEqual([])
  })

  it('is sent once for the decision that follows an undo', async () => {
    const complainantEmail = 'again@example.com'
    const id = await file({ complainantEmail })
    await move(id, { status: 'rejected' })
    await move(id, { status: 'reviewed', undoes: 'rejected' })
    await move(id, { status: 'resolved' })
    await sendDueMail(app, { now: true })
    expect(mailsTo(complainantEmail).map(({ subject }) => subject)).toEqual([
      `Your takedown request #${id} was closed without a removal`,
    ])
  })

  it('cannot be cancelled after it was sent', async () => {
    const id = await file({ complainantEmail: 'late@example.com' })
    await move(id, { status: 'rejected' })
    await sendDueMail(app, { now: true })
    expect((await move(id, { status: 'pending', undoes: 'rejected' })).body).toMatchObject({ isMailCancelled: false })
  })
})

describe('the text about a decision', () => {
  const preview = async (id: number, query: string) =>
    (await operatorCall<{ subject: string; text: string }>(app, `GET /api/admin/dmca-takedowns/${id}/mail?${query}`))
      .body

  it('says that nothing was removed when all items were kept', async () => {
    const id = await file({ mediaId: await newItem() })
    const resolved = await preview(id, 'status=resolved')
    expect(resolved.subject).toBe(`Your takedown request #${id} was closed without a removal`)
    expect(resolved.text).toContain('closed it without removing anything from HotVote.')
    expect(resolved.text).not.toContain('Thank you')
    expect((await preview(id, 'status=rejected')).text).toContain('We did not remove anything.')
  })

  it('says that the item was removed', async () => {
    const id = await file({ mediaId: await newItem() })
    const { subject, text } = await preview(id, 'status=resolved&removeMedia=true')
    expect(subject).toBe(`Your takedown request #${id} was resolved`)
    expect(text).toContain('removed the material from HotVote.')
  })

  it('says that the item was deleted before', async () => {
    const mediaId = await newItem()
    const id = await file({ mediaId })
    await operatorCall(app, `DELETE /api/admin/media/${mediaId}`)
    await operatorCall(app, `DELETE /api/admin/trash/${mediaId}`)
    expect((await preview(id, 'status=resolved')).text).toContain('The material is no longer on HotVote.')
    expect((await preview(id, 'status=rejected')).text).toContain('It had already been deleted.')
  })

  it('is part of the entry in the review queue', async () => {
    const id = await file({ mediaId: await newItem() })
    const { body } = await operatorCall<QueueEntry[]>(app, 'GET /api/admin/queue?limit=100')
    expect(body.find(({ key }) => key === `takedown:${id}`)).toMatchObject({
      mailTexts: {
        resolved: expect.stringContaining('without removing anything'),
        removed: expect.stringContaining('removed the material'),
        rejected: expect.stringContaining('will not act on it'),
      },
    })
  })
})
