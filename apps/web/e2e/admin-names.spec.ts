import { addLookAlike, addOutlier, addReported } from './admin-queue-screen.ts'
import { addTakedown } from './admin-takedowns-screen.ts'
import { expect, test } from './fixtures.ts'
import { showPictures } from './seeded-collection.ts'

// Those on cards of media, in the log and on the page of a user are in the tests of these screens.
test('every name in the back office leads to all about that user', async ({ page, operator, site, visitor }) => {
  await showPictures(page)
  const owner = await visitor()
  const [reported] = await addReported(site, owner, { names: ['reported.jpg'] })
  await addLookAlike(site, owner, 'again.jpg')
  await addOutlier(site, owner, 'HastyHare12')
  const claim = await addTakedown(site, { mediaId: reported ?? null })
  await site.query('INSERT INTO captured_emails (email, user_id) VALUES ($1, $2)', ['ada@example.com', owner.id])
  const [{ id = 0 } = {}] = await site.query<{ id: number }>(`SELECT id::int FROM users WHERE username = 'HastyHare12'`)
  const voter = { id, username: 'HastyHare12' }
  await operator.open('/adm')
  for (const [path, user] of [
    ['/adm/users', voter],
    ['/adm/queue', owner],
    [`/adm/dmca?id=${claim}`, owner],
    ['/adm/dmca', owner],
    ['/adm/email-capture', owner],
    ['/adm/integrity', voter],
  ] as const) {
    await page.goto(path)
    const name = page.getByRole('main').getByRole('link', { name: user.username, exact: true })
    await expect(name.first(), path).toHaveAttribute('href', `/adm/users/${user.id}`)
  }
})
