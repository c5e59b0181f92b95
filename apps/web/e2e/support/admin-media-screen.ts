import type { Page } from '@playwright/test'

export const mediaScreen = (page: Page) => {
  const main = page.getByRole('main')
  const cards = main.getByRole('list', { name: 'Media' }).getByRole('listitem')
  return {
    main,
    cards,
    card: (name: string) => cards.filter({ hasText: name }),
    preview: (name: string) => main.getByRole('button', { name: `Preview of ${name}` }),
    select: (name: string) => main.getByRole('checkbox', { name: `Select ${name}` }),
    remove: (name: string) => main.getByRole('button', { name: `Delete ${name}` }),
    search: main.getByRole('searchbox', { name: 'Search' }),
    type: main.getByRole('combobox', { name: 'Type' }),
    sort: main.getByRole('combobox', { name: 'Sort by' }),
    choosePage: main.getByRole('button', { name: 'Select this page' }),
    previous: main.getByRole('link', { name: 'Previous' }),
    next: main.getByRole('link', { name: 'Next' }),
    dialog: page.getByRole('dialog'),
    question: page.getByRole('alertdialog'),
    toast: page.getByRole('region', { name: 'Notification' }).getByRole('listitem'),
    tile: (label: string) => main.getByText(label, { exact: true }).locator('..'),
  }
}
