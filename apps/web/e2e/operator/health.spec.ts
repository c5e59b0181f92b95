import type { Page } from '@playwright/test'
import { ADD_QUEUE, JOB_TABLE } from '../../../api/test/app/job-table.ts'
import { allAnswered } from '../support/calls.ts'
import { expect, test } from '../support/fixtures.ts'
import { toastOn } from '../support/operator-screens.ts'
import type { Site } from '../support/running-site.ts'

const CALL = '**/api/admin/health'

const healthScreen = (page: Page) => {
  const card = (name: string) =>
    page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 2, name, exact: true }) })
  const refresh = page.getByRole('button', { name: 'Refresh' })
  return {
    summary: page.getByRole('main').getByRole('status'),
    card,
    refresh,
    /** Refreshes until this many jobs are due; the scheduler briefly adds more every ten minutes. */
    expectDue: (jobs: number) =>
      expect(async () => {
        await refresh.click()
        await allAnswered(page)
        await expect(card('Jobs')).toContainText(new RegExp(`(?<!\\d)${jobs} due`), { timeout: 1000 })
      }).toPass(),
  }
}

const fill = async (site: Site) => {
  await site.query(`INSERT INTO mail_counts VALUES ((now() AT TIME ZONE 'UTC')::date, 1234)`)
  await site.query(
    `INSERT INTO audit_log (event, actor, context, created_at) VALUES
     ('MAIL_NOT_DELIVERED', 'system', '{"reason": "smtp EENVELOPE, command RCPT TO, answer 550"}', now()),
     ('backup', 'system', '{"bytes": 1}', now() - interval '1 day')`,
  )
  const problem = 'the certificate of mail.example is not trusted'
  const mail = `INSERT INTO ${JOB_TABLE} (name, output, start_after) VALUES ('send-mail', $1, now() + interval '1 day')`
  await site.query(mail, [JSON.stringify({ message: problem })])
  // Jobs of an unknown task stay due, because no process takes them.
  await site.query(ADD_QUEUE, ['unknown'])
  await site.query(
    `INSERT INTO ${JOB_TABLE} (name, start_after) SELECT 'unknown', now() - interval '20 minutes' FROM generate_series(1, 3)`,
  )
}

const whatFails = () => ({
  mail: null,
  store: { kind: 'bucket', isReachable: false },
  disk: { free: 400 * 1024 ** 2, total: 50 * 1024 ** 3, kept: 500 * 1024 ** 2 },
  workers: { alive: 0, lastSeen: null },
  decisions: {
    reports: 2,
    urgentReports: 1,
    takedowns: 1,
    lookAlikes: 0,
    uploads: 0,
    surges: 0,
    oldest: 7500,
    isLate: true,
    isUrgentLate: false,
  },
  retention: [
    {
      rule: 'visitors',
      days: 30,
      removed: 1234,
      lastRun: new Date(Date.now() - 49 * 3_600_000).toISOString(),
      firstSeen: null,
    },
    {
      rule: 'addresses',
      days: 90,
      removed: 0,
      lastRun: null,
      firstSeen: new Date(Date.now() - 49 * 3_600_000).toISOString(),
    },
    { rule: 'captured-emails', days: 0, removed: 0, lastRun: null, firstSeen: null },
  ],
})

test('shows working, waiting and failed parts of the site', async ({ page, operator, site, problems }) => {
  problems.expect(/^409 .*test-email/)
  const screen = healthScreen(page)
  await operator.open('/adm')
  await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Health' }).press('Enter')
  await expect(page).toHaveURL('/adm/health')
  await screen.expectDue(0)
  await expect(screen.card('Jobs')).toContainText('Good')
  await expect(screen.card('Decisions')).toContainText(/Good.*0 waiting.*Nothing to do\./)
  await expect(screen.card('Store')).toContainText('Reachable')
  await expect(screen.card('Database')).toContainText(/\d ms/)
  await expect(screen.card('Disk')).toContainText(/[\d.]+ [KMG]B free/)
  await expect(screen.card('Last backup')).toContainText('Never')
  await expect(screen.card('Version')).toContainText(/\d+\.\d+\.\d+/)
  const removed = page.getByRole('grid', { name: 'Retention' }).getByRole('row')
  await expect(removed.filter({ hasText: 'E-mail addresses that visitors left' })).toContainText('730 days')

  await screen.card('Mail').getByRole('button', { name: 'Send test email' }).click()
  const reason = 'OPERATOR_EMAIL is not set: there is no address to send a test email to.'
  await expect(page.getByText(reason, { exact: true })).toBeVisible()

  await fill(site)
  await screen.expectDue(3)
  await expect(screen.card('Jobs')).toContainText(/Attention.*The oldest waits for 20 minutes\./)
  await expect(screen.card('Mail')).toContainText('1,234 sent')
  await expect(screen.card('Mail')).toContainText(/1 failed, in 30 days.*answer 550/)
  await expect(screen.card('Mail')).toContainText('1 email waiting: the certificate of mail.example is not trusted')
  await expect(screen.card('Last backup')).toContainText('Recorded in the audit log.')
  await expect(screen.summary).toContainText(/^Needs attention: Jobs, Mail/)
})

test('keeps the last data when a refresh fails', async ({ page, operator, problems }) => {
  problems.expect(/^500 .*\/api\/admin\/health/)
  const screen = healthScreen(page)
  await operator.open('/adm/health')
  await expect(screen.card('Store')).toContainText('Reachable')
  await page.route(CALL, (route) => route.fulfill({ status: 500 }))
  await screen.refresh.click()
  await expect(toastOn(page)).toContainText('Not up to date')
  await expect(screen.card('Store')).toContainText('Reachable')

  await page.unroute(CALL)
  await page.route(CALL, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), ...whatFails() } })
  })
  await screen.refresh.click()
  await expect(screen.card('Store')).toContainText(/Failing.*Not reachable.*Files are in a bucket\./)
  await expect(screen.card('Disk')).toContainText(/Failing.*400\.00 MB free.*0% of 50\.00 GB.*Uploads are refused\./)
  await expect(screen.card('Worker')).toContainText(/Failing.*None running/)
  await expect(screen.card('Mail')).toContainText(/^MailWritten to files.*Set SMTP_URL to send mail\./)
  await expect(screen.card('Decisions')).toContainText(
    /Attention.*3 waiting.*The oldest waits for 2 hours\..*2 reports \(1 urgent\), 1 takedown, 0 look-alikes/,
  )
  await expect(screen.summary).toHaveText('Needs attention: Decisions, Store, Disk, Worker, Retention.')
  const rows = page.getByRole('grid', { name: 'Retention' }).getByRole('row')
  await expect(rows.nth(1)).toContainText(/^Visitors who did nothing.*30 days.*Late.*1,234$/)
  await expect(rows.nth(3)).toContainText(/Never: kept.*Not yet/)
})
