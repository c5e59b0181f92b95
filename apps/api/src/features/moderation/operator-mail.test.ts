import { expect, it } from 'vitest'
import { quickVisitor } from '../../../test/app/call.ts'
import { JOB_TABLE } from '../../../test/app/job-table.ts'
import { testApp } from '../../../test/app/test-app.ts'
import { countJobs } from '../../../test/app/worker.ts'
import { appWithMail, sendDueMail } from '../../../test/fakes/mailbox.ts'
import { newItems } from '../../../test/make/items.ts'
import { complainant, reportsOn } from '../../../test/make/moderation.ts'
import { createTasks } from '../../tasks.ts'

const OPERATOR = 'operator@site.example'
const siteWithOperator = async () => {
  const { app, mailbox } = await appWithMail({ OPERATOR_EMAIL: OPERATOR, TRUST_PROXY: '1' })
  const owner = await quickVisitor(app)
  const { fromElsewhere, report } = reportsOn(app)
  const newItem = async () => (await newItems(app, owner.id, 1))[0] ?? 0
  const { signal } = new AbortController()
  return {
    app,
    reportNew: async (reason: 'illegal' | 'spam') => report(await fromElsewhere(), await newItem(), reason),
    runUrgent: async () => {
      const [job] = await app.deps.db.query<{ payload: { isQuiet?: true }; minutes: number }>({
        text: `DELETE FROM ${JOB_TABLE} WHERE name = 'mail-urgent-reports'
          RETURNING data AS payload, ceil(extract(epoch FROM start_after - now()) / 60)::int AS minutes`,
      })
      if (job) await createTasks(app.deps)['mail-urgent-reports'](job.payload, signal)
      return job?.minutes
    },
    digest: () => createTasks(app.deps)['mail-digest']({}, signal),
    subjects: async () => {
      await sendDueMail(app)
      return mailbox.all().map(({ subject }) => subject)
    },
    mailbox,
  }
}

it('emails urgent reports at once and further ones together after ten minutes', async () => {
  const { reportNew, runUrgent, subjects, mailbox } = await siteWithOperator()
  await reportNew('illegal')
  expect(await runUrgent()).toBe(0)
  expect(await subjects()).toEqual(['1 urgent report waits for you'])
  const mail = await mailbox.next(OPERATOR)
  expect(mail.text).toMatch(/\/adm\/queue/)
  await reportNew('illegal')
  await reportNew('illegal')
  expect(await runUrgent()).toBe(10)
  expect(await subjects()).toEqual(['1 urgent report waits for you', '3 urgent reports wait for you'])
  await runUrgent()
  expect(await subjects()).toHaveLength(2)
  expect(await runUrgent()).toBeUndefined()
})

it('emails other reports, takedowns and look-alikes once a day if any wait', async () => {
  const { app, reportNew, runUrgent, digest, subjects } = await siteWithOperator()
  await digest()
  expect(await subjects()).toEqual([])
  await reportNew('spam')
  expect(await runUrgent()).toBeUndefined()
  await digest()
  expect(await subjects()).toEqual(['Waiting for you: 1 report'])
  await complainant(app).file()
  await digest()
  expect((await subjects()).at(-1)).toBe('Waiting for you: 1 report, 1 takedown request')
  const { id } = await quickVisitor(app)
  const [item] = await newItems(app, id, 1)
  const hold = `UPDATE media SET status = 'waiting', review_cause = 'everything', position = NULL WHERE id = $1`
  await app.deps.db.query({ text: hold }, [item])
  await digest()
  expect((await subjects()).at(-1)).toBe('Waiting for you: 1 report, 1 takedown request, 1 upload')
})

it("sends no email without an operator's address", async () => {
  const app = await testApp({ TRUST_PROXY: '1' })
  const { id } = await quickVisitor(app)
  const [item = 0] = await newItems(app, id, 1)
  const { fromElsewhere, report } = reportsOn(app)
  await report(await fromElsewhere(), item, 'illegal')
  await createTasks(app.deps)['mail-digest']({}, new AbortController().signal)
  expect(await countJobs(app.deps.db)).toBe(0)
})
