import type { Locator, Page, Route } from '@playwright/test'
import { holdCalls, roundTrip } from '../support/calls.ts'
import { expect, test } from '../support/fixtures.ts'
import { takedownScreen } from '../support/takedown-screen.ts'
import { expectToast } from '../support/toast.ts'

const CALL = '**/api/dmca-takedown'
const SUBMITTED = 'Your takedown request has been submitted and will be reviewed by our team.'

const expectWrong = async (field: Locator, message: string) => {
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expect(field).toHaveAccessibleDescription(new RegExp(`^${message}`))
}
const goToOn = (page: Page) => (path: string) =>
  page.getByRole('navigation', { name: 'Main' }).locator(`[href="${path}"]`).click()
const asksBeforeLeavingOn = (page: Page) => () =>
  page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })))
const expectFine = (field: Locator) => expect(field).not.toHaveAttribute('aria-invalid', 'true')

test('explains each invalid field, then files the takedown and confirms it', async ({ page, site }) => {
  const takedown = takedownScreen(page)
  const calls: string[] = []
  page.on('request', (request) => calls.push(request.url()))
  await takedown.open()
  await expect(takedown.heading).toContainText('DMCA Takedown')
  const main = page.getByRole('main')
  await expect(main).toContainText('This form is for legitimate claims only. False claims may have legal consequences.')
  for (const group of ['Complainant Information', 'Copyright Work Information', 'Legal Statements'])
    await expect(main.getByRole('group', { name: group })).toBeVisible()
  await expect(takedown.owner).toHaveAccessibleDescription('If different from complainant')
  await expect(takedown.urls).toHaveAccessibleDescription('One per line')

  await takedown.submit.click()
  await expectWrong(takedown.name, 'Complainant name is required')
  await expectWrong(takedown.email, 'Valid email is required')
  await expectWrong(takedown.owner, 'Copyright owner is required')
  await expectWrong(takedown.work, 'Please provide a detailed description of your work')
  await expectWrong(takedown.infringement, 'Please describe the infringement in detail')
  await expectWrong(takedown.urls, 'At least one infringing URL is required')
  await expectWrong(takedown.goodFaith, 'You must confirm the good faith statement')
  await expectWrong(takedown.accuracy, 'You must confirm the accuracy statement')
  await expectWrong(takedown.signature, 'Electronic signature is required')
  await expectFine(takedown.phone)
  await expectFine(takedown.address)
  await expect(takedown.name).toBeFocused()
  await expect(main.getByText('Full Name', { exact: true })).toBeInViewport({ ratio: 1 })
  await roundTrip(page)
  expect(calls.filter((url) => url.endsWith('/api/dmca-takedown'))).toEqual([])

  await takedown.fill()
  await takedown.email.fill('ada.example.com')
  await takedown.submit.click()
  await expectWrong(takedown.email, 'Valid email is required')
  await expect(takedown.email).toBeFocused()
  await takedown.email.fill('ada@example.com')
  await expectFine(takedown.email)
  await takedown.phone.fill('+44 20 1234')
  await takedown.address.fill('1 Example Street\nExampleton')
  const sent = await holdCalls(page, CALL)
  const request = page.waitForRequest(CALL)
  await takedown.signature.press('Enter')
  await expect(takedown.submitting).toBeDisabled()
  await expect(takedown.submitting).toBeFocused()
  for (const field of takedown.all) await expect(field).toBeDisabled()
  const { infringingUrls } = (await request).postDataJSON()
  expect(JSON.parse(infringingUrls)).toEqual(['https://elsewhere.example/1', 'https://elsewhere.example/2'])
  sent.release()

  await expectToast(takedown.toast, 'DMCA takedown submitted', SUBMITTED)
  await expect(takedown.heading).toHaveText('DMCA Takedown Submitted')
  await expect(takedown.heading).toBeFocused()
  for (const words of ['reference number', 'reviewed within 24-48 hours', 'confirmation once the review is complete'])
    await expect(main).toContainText(words)
  expect(
    await site.query('SELECT complainant_name, complainant_phone, infringing_urls, status FROM takedowns'),
  ).toEqual([
    {
      complainant_name: 'Ada Example',
      complainant_phone: '+44 20 1234',
      infringing_urls: ['https://elsewhere.example/1', 'https://elsewhere.example/2'],
      status: 'pending',
    },
  ])
  await main.getByRole('link', { name: 'Return to Home' }).click()
  await expect(page).toHaveURL('/')
})

test('keeps a draft of the form until it is sent', async ({ page, site }) => {
  const takedown = takedownScreen(page)
  const goTo = goToOn(page)
  const asksBeforeLeaving = asksBeforeLeavingOn(page)
  await takedown.open()
  expect(await asksBeforeLeaving()).toBe(false)
  await takedown.fill()
  await goTo('/upload')
  await expect(takedown.heading).toHaveText('Upload Media')
  expect(await asksBeforeLeaving()).toBe(true)
  await goTo('/dmca')
  await expect(takedown.name).toHaveValue('Ada Example')
  await expect(takedown.goodFaith).toBeChecked()

  await takedown.submit.click()
  await expect(takedown.heading).toHaveText('DMCA Takedown Submitted')
  expect(await asksBeforeLeaving()).toBe(false)
  await goTo('/upload')
  await goTo('/dmca')
  await expect(takedown.name).toHaveValue('')
  await expect(takedown.goodFaith).not.toBeChecked()
  expect(await site.query('SELECT complainant_name FROM takedowns')).toHaveLength(1)
})

test('fills in the address of the reported item', async ({ page }) => {
  await page.goto(`/dmca?${new URLSearchParams({ url: 'https://site.example/m/12' })}`)
  await expect(takedownScreen(page).urls).toHaveValue('https://site.example/m/12')
})

const OWN_WORDS = 'Failed to submit DMCA takedown'
const SERVER_WORDS = 'Not today'
/** The order gives consecutive toasts different texts, so the test can tell them apart. */
const FAILURES: [what: string, fail: (route: Route) => Promise<void>, text: string][] = [
  ['a proxy answers', (route) => route.fulfill({ status: 502, body: '<h1>Bad Gateway</h1>' }), OWN_WORDS],
  ['the server refuses', (route) => route.fulfill({ status: 503, json: { error: SERVER_WORDS } }), SERVER_WORDS],
  ['the connection breaks', (route) => route.abort('connectionreset'), OWN_WORDS],
]
test('keeps the form after a failure and sends a large request once', async ({ page, problems, site }) => {
  problems.expect(/^(400|50\d) .*dmca-takedown/, /ERR_\w+ .*dmca-takedown/, /503 .*\/api\/session/)
  await page.route('**/api/session', (route) => route.fulfill({ status: 503, json: { message: 'Not today' } }))
  const takedown = takedownScreen(page)
  await takedown.open()
  await takedown.fill()
  const many = Array.from({ length: 100 }, (_, n) => `https://elsewhere.example/${n}/${'x'.repeat(700)}`)
  await takedown.urls.fill(many.join('\n'))
  for (const [what, fail, text] of FAILURES)
    await test.step(what, async () => {
      await page.route(CALL, fail, { times: 1 })
      await takedown.submit.click()
      await expectToast(takedown.toast, 'Submission failed', text)
      await expect(takedown.submit).toBeFocused()
      await expect(takedown.name).toHaveValue('Ada Example')
      await expect(takedown.urls).toHaveValue(many.join('\n'))
      await expect(takedown.goodFaith).toBeChecked()
    })

  const issues = [
    { path: 'infringingUrls.1', message: 'That is no address' },
    { path: 'electronicSignature', message: 'Please sign with your name' },
    { path: 'mediaId', message: 'Not a field of this form' },
  ]
  const json = { error: 'That is no address', message: 'That is no address', code: 'invalid_request', issues }
  await page.route(CALL, (route) => route.fulfill({ status: 400, json }), { times: 1 })
  await takedown.submit.click()
  await expect(takedown.toast).toContainText('Submission failed')
  await expectWrong(takedown.urls, 'That is no address')
  await expectWrong(takedown.signature, 'Please sign with your name')
  await expect(takedown.urls).toBeFocused()
  await takedown.submit.click()
  await expect(takedown.heading).toHaveText('DMCA Takedown Submitted')
  expect(await site.query('SELECT infringing_urls FROM takedowns')).toEqual([{ infringing_urls: many }])
  expect(await site.query('SELECT id FROM users')).toEqual([])
})
