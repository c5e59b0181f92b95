import { expect, type Page } from '@playwright/test'
import { usernameOn } from './rate-screen.ts'

export const profileScreen = (page: Page) => {
  const main = page.getByRole('main')
  return {
    main,
    username: main.getByRole('textbox', { name: 'Username' }),
    update: main.getByRole('button', { name: 'Update Profile' }),
    share: main.getByRole('button', { name: /my location$/ }),
    location: main.getByRole('heading', { name: 'Location' }),
    toast: page.getByRole('region', { name: 'Notification' }).getByRole('listitem'),
    /** Returns the visitor's initial name. */
    async open() {
      await page.goto('/profile')
      await expect(main.getByRole('heading', { name: 'Edit Profile' })).toBeVisible()
      return usernameOn(page)
    },
  }
}
