import { expect, test } from '../support/fixtures.ts'
import { layoutShift } from '../support/layout-shift.ts'
import { uploadScreen } from '../support/upload-screen.ts'

// Proves that `layoutShift`, used by other tests, notices a shift.
test('what moves by itself is seen', async ({ page }) => {
  await uploadScreen(page).open()
  expect(await layoutShift(page)).toBeLessThan(0.02)
  await page.evaluate(() => {
    const pushing = document.createElement('div')
    pushing.style.height = '200px'
    document.querySelector('main')?.prepend(pushing)
  })
  expect(await layoutShift(page)).toBeGreaterThan(0.02)
})
