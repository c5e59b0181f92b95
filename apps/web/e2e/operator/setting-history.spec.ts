import { expectAccessible } from '../support/accessible.ts'
import { CHANGES, historyOf, saving } from '../support/admin-setting-history-screen.ts'
import { expectToast, failing, settingsForm } from '../support/admin-settings-screen.ts'
import { expect, test } from '../support/fixtures.ts'
import { holdCalls } from '../support/held-calls.ts'
import { expectKeyboardIn } from '../support/rate-screen.ts'

const TITLE = 'Vote Multiplier'
const PATH = '/adm/vote-multiplier'
const CALL = '/api/admin/vote-multiplier-config'

const zone = { zoneName: 'Ad Zone 1', adCode: '<b>One</b>', isActive: true, isSandboxed: true }
const skip = { zoneName: 'Skip Button', buttonText: 'Skip it', buttonUrl: '', isActive: true }
const settings = [
  {
    title: 'Ad Zone 1',
    path: '/adm/ads',
    call: '/api/admin/ad-config/zone1',
    values: [zone, { ...zone, zoneName: 'Below' }],
    field: ['Zone name', 'Ad Zone 1', 'Below'],
  },
  {
    title: 'Skip Button',
    path: '/adm/ads',
    call: '/api/admin/ad-config/skip-button',
    values: [skip, { ...skip, buttonText: 'Next' }],
    field: ['Button text', 'Skip it', 'Next'],
  },
  {
    title: 'Idle Session Redirect',
    path: '/adm/traffic-handlers',
    call: '/api/admin/idle-redirect-config',
    values: [
      { idleRedirectTime: 60, idleRedirectUrl: '' },
      { idleRedirectTime: 90, idleRedirectUrl: '' },
    ],
    field: ['Idle redirect time', '60', '90'],
  },
  {
    title: 'Back Button Redirect',
    path: '/adm/traffic-handlers',
    call: '/api/admin/back-button-config',
    values: [{ backButtonUrl: 'https://a.example/' }, { backButtonUrl: 'https://b.example/' }],
    field: ['Back button URL', 'https://a.example/', 'https://b.example/'],
  },
] as const

// Some settings don't exist until saved.
test.beforeEach(({ problems }) => problems.expect(/^404 .*\/api\/admin\/ad-config\//))

/** The multiplier and e-mail capture have tests of their own below. */
for (const [path, onScreen] of Map.groupBy(settings, (setting) => setting.path))
  saving(
    `${onScreen.map(({ title }) => title).join(' and ')}: what it was is shown in the words of its form, and restored`,
    async ({ page, operator, saved, request }) => {
      for (const { call, values } of onScreen) await saved(call, ...values)
      await operator.open(path)
      for (const { title, call, values, field } of onScreen)
        await test.step(title, async () => {
          const [label, first, second] = field
          const history = historyOf(page, title)
          await history.button.click()
          await expect(history.change(0, label)).toHaveText(`${first}${second}`)
          await expect(history.entries.first().getByRole('term')).toHaveCount(1)
          await expect(history.entries.first()).toContainText('Current')
          await history.restore(1).click()
          await expect(history.question.getByRole('definition')).toHaveText(`${second}${first}`)
          await history.confirm.click()
          await expect(history.dialog).toHaveCount(0)
          const form = settingsForm(page, title)
          await expect(form.field(label)).toHaveValue(first)
          await form.expectClean()
          await expect(history.button).toBeFocused()
          expect(await (await request.get(call, { headers: operator.headers })).json()).toMatchObject(values[0])
        })
    },
  )

saving(
  'says when, by whom and from what to what; leads back to before the first change',
  { tag: '@phone' },
  async ({ page, operator, saved, request }) => {
    await saved(CALL, { isEnabled: true, multiplier: 3 }, { isEnabled: false, multiplier: 3 })
    await operator.open(PATH)
    const history = historyOf(page, TITLE)
    await history.button.click()
    const { updatedAt } = await (await request.get(CALL, { headers: operator.headers })).json()
    await expect(history.entries).toHaveCount(3)
    const shown = await history.entries.first().getByRole('time').textContent()
    expect(shown).toBe(await page.evaluate((iso) => new Date(iso).toLocaleString(), updatedAt))
    await expect(history.entries.first()).toContainText('by operator (127.0.0.1)')
    await expect(history.change(0, 'Enable vote multiplier')).toHaveText('OnOff')
    await expect(history.entries.first().getByRole('term')).toHaveCount(1)
    await expect(history.entries.first()).toContainText('Current')
    await expect(history.change(1, 'Enable vote multiplier')).toHaveText('OffOn')
    await expect(history.change(1, 'Multiplier')).toHaveText('13')
    await expect(history.entries.nth(2)).toContainText('Before the first change')
    await expectAccessible(page)
    const isWider = () => page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
    expect(await isWider()).toBe(false)
    await history.restore(2).click()
    await expect(history.question).toContainText('They are saved immediately.')
    await expect(history.question.getByRole('definition')).toHaveText('31')
    await expectAccessible(page)
    await history.confirm.click()
    await expectToast(page, 'Configuration Updated', 'Vote multiplier settings have been saved successfully.')
    await expect(settingsForm(page, TITLE).field('Multiplier')).toHaveValue('1')
    await settingsForm(page, TITLE).expectClean()
    await expect(history.button).toBeFocused()
    await history.button.click()
    await expect(history.change(0, 'Multiplier')).toHaveText('31')
    await expect(history.entries.nth(3)).toContainText('Same as now')
  },
)

saving(
  'costs nothing until it is opened; tells when it fails, waits, and tells when it is empty',
  async ({ page, operator, problems }) => {
    problems.expect(/^50[03] /)
    const asked: string[] = []
    page.on('request', (request) => request.url().includes('/changes') && asked.push(request.url()))
    await operator.open(PATH)
    const history = historyOf(page, TITLE)
    await expect(history.button).toBeVisible()
    await failing(page, CHANGES, { status: 500, error: 'The site is busy right now.', method: 'GET' })
    expect(asked).toEqual([])
    await history.button.click()
    await expect(history.dialog.getByRole('alert')).toContainText('The history could not be loaded')
    await expect(history.dialog.getByRole('alert')).toContainText('The site is busy right now.')
    await expectAccessible(page)
    expect(asked).toHaveLength(1)
    await page.unroute(CHANGES)
    const calls = await holdCalls(page, CHANGES)
    await history.dialog.getByRole('button', { name: 'Try again' }).click()
    await expect(history.dialog.getByRole('status')).toHaveText('Loading…')
    calls.release()
    await expect(history.dialog).toContainText('No changes yet')
    expect(asked).toHaveLength(2)
    await expectKeyboardIn(history.dialog)
    await page.keyboard.press('Escape')
    await expect(history.dialog).toHaveCount(0)
    await expect(history.button).toBeFocused()
  },
)

saving('shows ad code as text', async ({ page, operator, saved }) => {
  const code = (word: string) => `<div>\n<p>same</p>\n<img src="x" onerror="document.title='${word}'">\n</div>\n<hr>`
  const call = '/api/admin/ad-config/zone1'
  await saved(call, { ...zone, adCode: code('first') }, { ...zone, adCode: code('second') })
  await operator.open('/adm/ads')
  const history = historyOf(page, 'Ad Zone 1')
  await history.button.click()
  for (const word of ['first', 'second'])
    await expect(history.change(0, 'Ad code')).toContainText(`<img src="x" onerror="document.title='${word}'">`)
  await expect(history.dialog.locator('img')).toHaveCount(0)
  await expect(page).toHaveTitle(/Ads|Advertisement/)
  await expectAccessible(page)
})
