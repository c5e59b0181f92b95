import type { Page } from '@playwright/test'
import { settingsForm } from './admin-settings-screen.ts'
import { expect, test } from './fixtures.ts'

/** The history of a setting. */
export const historyOf = (page: Page, title: string) => {
  const dialog = page.getByRole('dialog', { name: `History of ${title}`, exact: true })
  const question = page.getByRole('alertdialog', { name: 'Restore these values?' })
  return {
    button: settingsForm(page, title).form.getByRole('button', { name: 'History' }),
    dialog,
    entries: dialog.getByRole('list', { name: 'Changes' }).getByRole('listitem'),
    /** What a field was and became in one of the entries, the newest is 0. */
    change(entry: number, label: string) {
      const term = this.entries
        .nth(entry)
        .getByRole('term')
        .filter({ hasText: new RegExp(`^${label}( \\(.*\\))?$`) })
      return term.locator('xpath=following-sibling::dd')
    },
    restore(entry: number) {
      return this.entries.nth(entry).getByRole('button', { name: 'Restore' })
    },
    question,
    confirm: question.getByRole('button', { name: 'Restore' }),
    cancel: question.getByRole('button', { name: 'Cancel' }),
    close: dialog.getByRole('button', { name: 'Close' }),
  }
}

/** Saves as somebody else would, one after the other. */
type Saves = (call: string, ...values: object[]) => Promise<void>
export const saving = test.extend<{ saved: Saves }>({
  saved: ({ request, operator }, use) =>
    use(async (call, ...values) => {
      for (const data of values) expect((await request.post(call, { headers: operator.headers, data })).ok()).toBe(true)
    }),
})

/** The calls that read it. */
export const CHANGES = '**/api/admin/settings/*/changes?*'
