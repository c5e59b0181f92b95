import { itemPath } from '@hotvote/shared/item-address'
import { toast } from './toasts.ts'

const isCancelled = (error: unknown) => error instanceof Error && error.name === 'AbortError'

/** True when the browser let the visitor choose where to send it, also when they chose nowhere. */
async function offer(data: ShareData) {
  if (!('share' in navigator)) return false
  return navigator.share(data).then(() => true, isCancelled)
}

async function copy(url: string) {
  try {
    await navigator.clipboard.writeText(url)
    toast({ title: 'Link copied', description: url })
  } catch {
    // Not on a page without https, and not where the visitor forbade it.
    toast({ title: 'The link could not be copied', description: url, variant: 'destructive' })
  }
}

/** Shares the address of an item by the browser's own dialog; where there is none, copies it and says so. */
export async function shareItem(id: number, title: string) {
  const url = new URL(itemPath(id), location.origin).href
  if (!(await offer({ title, url }))) await copy(url)
}
