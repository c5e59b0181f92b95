import { itemPath } from '@hotvote/shared/item-address'
import { Share2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { toast } from '../../lib/browser/toasts.ts'
import { siteName } from '../../lib/session/brand.ts'
import { Button } from './button.tsx'

type Props = { id: number; className: string; children: ReactNode }

const isCancelled = (error: unknown) => error instanceof Error && error.name === 'AbortError'

/** Opens the browser's share dialog. True if it was shown, even if the visitor canceled it. */
async function offer(data: ShareData) {
  if (!('share' in navigator)) return false
  return navigator.share(data).then(() => true, isCancelled)
}

async function copy(url: string) {
  try {
    await navigator.clipboard.writeText(url)
    toast({ title: 'Link copied', description: url })
  } catch {
    // Clipboard access needs HTTPS and permission.
    toast({ title: 'The link could not be copied', description: url, variant: 'destructive' })
  }
}

async function share(id: number) {
  const url = new URL(itemPath(id), location.origin).href
  if (!(await offer({ title: `Hot or Not? · ${siteName}`, url }))) await copy(url)
}

/** See `docs/decisions/034`. */
export const ShareButton = ({ id, className, children }: Props) => (
  <Button className={className} onClick={() => void share(id)}>
    <Share2 aria-hidden className="size-4.5" /> {children}
  </Button>
)

export const ShareOnPicture = ({ id, label, className }: { id: number; label: string; className: string }) => (
  <button
    type="button"
    aria-label={label}
    data-tooltip="Share"
    className={className}
    onClick={({ detail }) => detail < 2 && void share(id)}
  >
    <Share2 aria-hidden className="size-5" />
  </button>
)
