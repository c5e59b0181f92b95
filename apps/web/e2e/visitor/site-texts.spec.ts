import { expect, test } from '../support/fixtures.ts'

test("links to the operator's texts and shows their HTML as text", async ({ page, site }) => {
  const texts = { contact: '', terms: '# Rules\n\nBe **kind**. <b>Always</b>', privacy: '', imprint: '' }
  await site.saveSetting('site-texts', texts)
  await page.goto('/upload')
  const links = page.getByRole('contentinfo').or(page.getByRole('banner')).getByRole('link', { name: 'Terms' })
  await links.click()
  await expect(page).toHaveURL('/terms')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Terms')
  await expect(page.getByRole('article')).toContainText('Be kind. <b>Always</b>')
})
