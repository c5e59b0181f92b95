import { expect, type Page } from '@playwright/test'

export const takedownScreen = (page: Page) => {
  const main = page.getByRole('main')
  const field = (label: string) => main.getByRole('textbox', { name: new RegExp(`^${label}`) })
  const fields = {
    name: field('Full Name'),
    email: field('Email Address'),
    phone: field('Phone Number'),
    owner: field('Copyright Owner'),
    address: field('Address'),
    work: field('Work Description'),
    infringement: field('Infringement Description'),
    urls: field('Infringing URLs'),
    goodFaith: main.getByRole('checkbox', { name: /good faith/ }),
    accuracy: main.getByRole('checkbox', { name: /accurate/ }),
    signature: field('Electronic Signature'),
  }
  return {
    ...fields,
    all: Object.values(fields),
    submit: main.getByRole('button', { name: 'Submit DMCA Takedown' }),
    submitting: main.getByRole('button', { name: 'Submitting...' }),
    heading: main.getByRole('heading', { level: 1 }),
    toast: page.getByRole('region', { name: 'Notification' }).getByRole('listitem'),
    async open() {
      await page.goto('/dmca')
      await expect(fields.name).toBeVisible()
    },
    async fill() {
      await fields.name.fill('Ada Example')
      await fields.email.fill('ada@example.com')
      await fields.owner.fill('Example Pictures Ltd')
      await fields.work.fill('The photo of a lighthouse in my portfolio')
      await fields.infringement.fill('A copy without permission')
      await fields.urls.fill('https://elsewhere.example/1\n\n  https://elsewhere.example/2  \n')
      await fields.goodFaith.check()
      await fields.accuracy.check()
      await fields.signature.fill('Ada Example')
    },
  }
}
