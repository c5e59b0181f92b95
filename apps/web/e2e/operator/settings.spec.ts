import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessible.ts'
import { expectToast, failing, settingsForm } from '../support/admin-settings-screen.ts'
import { expect, test } from '../support/fixtures.ts'
import { holdCalls } from '../support/held-calls.ts'

type Setting = {
  title: string
  path: string
  call: string
  fields: [label: string, first: string, next: string][]
  /** A switch that is initially off. */
  toggle?: string
  wasSaved: string
  notLoaded: string
  /** Toast title, and the text shown when the server sends none. */
  notSaved: [title: string, fallback: string]
}
const NOTHING_CHANGED = 'Nothing was changed. Please try again in a moment.'

const settings: Setting[] = [
  {
    title: 'Vote Multiplier',
    path: '/adm/vote-multiplier',
    call: '**/api/admin/vote-multiplier-config',
    fields: [['Multiplier', '1', '2.5']],
    toggle: 'Enable vote multiplier',
    wasSaved: 'Vote multiplier settings have been saved successfully.',
    notLoaded: 'Failed to load vote multiplier configuration. Please try again.',
    notSaved: ['Update Failed', 'Failed to update vote multiplier configuration'],
  },
  {
    title: 'E-mail Capture',
    path: '/adm/email-capture',
    call: '**/api/admin/email-capture-config',
    fields: [['Vote threshold', '5', '12']],
    toggle: 'Enable e-mail capture',
    wasSaved: 'E-mail capture settings have been saved successfully.',
    notLoaded: 'Failed to fetch email capture configuration',
    notSaved: ['Failed to update email capture configuration', NOTHING_CHANGED],
  },
  {
    title: 'Idle Session Redirect',
    path: '/adm/traffic-handlers',
    call: '**/api/admin/idle-redirect-config',
    fields: [
      ['Idle redirect time', '300', '90'],
      ['Idle redirect URL', '', 'https://partner.example/idle'],
    ],
    wasSaved: 'Idle redirect settings have been saved successfully.',
    notLoaded: 'Failed to load idle redirect configuration',
    notSaved: ['Save Failed', 'Failed to save idle redirect configuration'],
  },
  {
    title: 'Back Button Redirect',
    path: '/adm/traffic-handlers',
    call: '**/api/admin/back-button-config',
    fields: [['Back button URL', '', 'https://partner.example/back']],
    wasSaved: 'Back button settings have been saved successfully.',
    notLoaded: 'Failed to load back button configuration',
    notSaved: ['Save Failed', 'Failed to save back button configuration'],
  },
  {
    title: 'Ad Zone 1',
    path: '/adm/ads',
    call: '**/api/admin/ad-config/zone1',
    fields: [
      ['Zone name', 'Ad Zone 1', 'Below the photo'],
      ['Ad code', '', '<b>Buy</b>\n<i>now</i>'],
    ],
    wasSaved: 'Ad zone settings have been saved successfully.',
    notLoaded: 'Failed to fetch ad configuration',
    notSaved: ['Failed to save ad configuration', NOTHING_CHANGED],
  },
  {
    title: 'Skip Button',
    path: '/adm/ads',
    call: '**/api/admin/ad-config/skip-button',
    fields: [
      ['Zone name', 'Skip Button', 'The button'],
      ['Button text', 'Skip this photo', 'Next please'],
      ['Destination URL', '', 'https://partner.example/go'],
    ],
    wasSaved: 'Skip button settings have been saved successfully.',
    notLoaded: 'Failed to fetch skip button configuration',
    notSaved: ['Failed to save skip button configuration', NOTHING_CHANGED],
  },
]

const wholeForm = (page: Page, { title, fields, toggle }: Setting) => {
  const form = settingsForm(page, title)
  const valueAt = (at: 'first' | 'next', [, first, next]: Setting['fields'][number]) => (at === 'first' ? first : next)
  return {
    ...form,
    async fillIn(values: 'first' | 'next') {
      for (const field of fields) await form.field(field[0]).fill(valueAt(values, field))
      if (toggle) await form.toggle(toggle).setChecked(values === 'next')
    },
    async expectFilledIn(at: 'first' | 'next') {
      for (const field of fields) await expect(form.field(field[0])).toHaveValue(valueAt(at, field))
      if (toggle) await expect(form.toggle(toggle)).toBeChecked({ checked: at === 'next' })
    },
  }
}

// The ad zone and the skip button don't exist until saved.
test.beforeEach(({ problems }) => problems.expect(/^404 .*\/api\/admin\/ad-config\//))

for (const setting of settings)
  test(`${setting.title}: a failure to load or to save loses nothing; a save holds`, async ({
    page,
    operator,
    problems,
  }) => {
    problems.expect(/^50[03] /)
    const busy = 'The site is busy right now.'
    const { title, path, call, wasSaved, notLoaded, notSaved } = setting
    const others = settings
      .filter((other) => other.path === path && other.title !== title)
      .map((other) => settingsForm(page, other.title))
    const form = wholeForm(page, setting)
    await failing(page, call, { status: 500, error: busy, method: 'GET' })
    await operator.open(path)
    const alert = page.getByRole('alert')
    await expect(alert.getByRole('heading')).toHaveText(notLoaded)
    await expect(alert.getByText(busy, { exact: true })).toBeVisible()
    for (const other of others) await expect(other.form).toBeVisible()
    await expectAccessible(page)
    await page.unroute(call)
    await alert.getByRole('button', { name: 'Try again' }).click()
    await form.expectFilledIn('first')
    await form.expectClean()

    await form.fillIn('next')
    await failing(page, call, { status: 503 })
    await form.save.click()
    await expectToast(page, ...notSaved)
    await form.expectUnsaved()
    await form.expectFilledIn('next')
    await page.unroute(call)
    for (const other of others) await other.expectClean()
    await form.fillIn('first')
    await form.expectClean()
    await form.fillIn('next')
    await form.save.click()
    await expectToast(page, 'Configuration Updated', wasSaved)
    await form.expectClean()
    await expect(form.state('Enabled')).toBeVisible()
    await page.reload()
    await form.expectFilledIn('next')
    await form.expectClean()
  })

test('a change is unsaved until it is reset or saved; the keyboard stays', async ({ page, operator }) => {
  const [setting] = settings as [Setting]
  await operator.open(setting.path)
  const form = wholeForm(page, setting)
  await form.fillIn('next')
  await form.expectUnsaved()
  await form.reset.press('Enter')
  await form.expectFilledIn('first')
  await form.expectClean()
  await expect(form.reset).toBeFocused()

  await form.fillIn('next')
  const calls = await holdCalls(page, setting.call)
  await form.save.press('Enter')
  await expect(form.saving).toBeDisabled()
  calls.release()
  await form.expectClean()
  await expect(form.save).toBeFocused()
})
