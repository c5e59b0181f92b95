import { expect, type Page } from '@playwright/test'
import type { MadeFile } from './made-media.ts'

/** A file with these bytes, or with `size` zeros. */
type PageFile = Omit<MadeFile, 'buffer'> & { buffer?: Buffer; size?: number }

const transferOf = (page: Page, files: PageFile[]) =>
  page.evaluateHandle(
    (given) => {
      const transfer = new DataTransfer()
      for (const { name, type, base64, size } of given) {
        const bytes = base64 ? Uint8Array.from(atob(base64), (char) => char.charCodeAt(0)) : new Uint8Array(size)
        transfer.items.add(new File([bytes], name, { type }))
      }
      return transfer
    },
    files.map(({ name, mimeType, buffer, size = 0 }) => ({
      name,
      type: mimeType,
      base64: buffer?.toString('base64') ?? '',
      size,
    })),
  )

export const uploadScreen = (page: Page) => {
  const main = page.getByRole('main')
  const zone = main.getByRole('button', { name: /up to 20 MB/ })
  const row = (name: string | RegExp) =>
    main.getByRole('list', { name: 'Your files' }).getByRole('listitem').filter({ hasText: name })
  return {
    zone,
    row,
    uploadAll: main.getByRole('button', { name: 'Upload All' }),
    uploadOne: (name: string) => row(name).getByRole('button', { name: 'Upload' }),
    retry: (name: string) => row(name).getByRole('button', { name: 'Retry' }),
    remove: (name: string) => row(name).getByRole('button', { name: 'Remove' }),
    cancel: (name: string) => row(name).getByRole('button', { name: 'Cancel' }),
    toast: page.getByRole('region', { name: 'Notification' }).getByRole('listitem'),
    async open() {
      await page.goto('/upload')
      await expect(zone).toBeVisible()
      // The page starts listening for pastes when the browser is idle.
      await page.evaluate(() => new Promise((done) => requestIdleCallback(done)))
    },
    async browse(...files: MadeFile[]) {
      const chooser = page.waitForEvent('filechooser')
      await zone.click()
      await (await chooser).setFiles(files)
    },
    async drop(...files: PageFile[]) {
      const dataTransfer = await transferOf(page, files)
      for (const type of ['dragenter', 'dragover', 'drop']) await zone.dispatchEvent(type, { dataTransfer })
    },
    async paste(...files: PageFile[]) {
      const transfer = await transferOf(page, files)
      await transfer.evaluate((clipboardData) => {
        const target = document.activeElement ?? document.body
        target.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
      })
    },
  }
}

/** Delays all uploads until `letGo` is called; `sent` returns their number. */
export const holdUploads = async (page: Page) => {
  const { promise, resolve } = Promise.withResolvers<void>()
  let sent = 0
  await page.route('**/api/media/upload', async (route) => {
    sent += 1
    await promise
    // Fails if the upload was cancelled.
    await route.continue().catch(() => undefined)
  })
  return { letGo: resolve, sent: () => sent }
}
