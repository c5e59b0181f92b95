import type { Page } from '@playwright/test'
import { settingsForm } from './admin-settings-screen.ts'
import { expect, test } from './fixtures.ts'

export const historyOf = (page: Page, title: string) => {
  const dialog = page.getByRole('dialog', { name: `History of ${title}`, exact: true })
  const question = page.getByRole('alertdialog', { name: 'Restore these values?' })
  return {
    button: settingsForm(page, title).form.getByRole('button', { name: 'History' }),
    dialog,
    entries: dialog.getByRole('list', { name: 'Changes' }).getByRole('listitem'),
    /** Old and new value of a field; entry 0 is the newest. */
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

type Saves = (call: string, ...values: object[]) => Promise<void>
export const saving = test.extend<{ saved: Saves }>({
  saved: ({ request, operator }, use) =>
    use(async (call, ...values) => {
      for (const data of values) expect((await request.post(call, { headers: operator.headers, data })).ok()).toBe(true)
    }),
})

export const CHANGES = '**/api/admin/settings/*/changes?*'
