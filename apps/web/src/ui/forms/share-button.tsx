import { Share2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { shareItem } from '../../lib/browser/share-item.ts'
import { siteName } from '../../lib/visitor/brand.ts'
import { Button } from './button.tsx'

type Props = { id: number; className: string /** What it says. */; children: ReactNode }

const share = (id: number) => void shareItem(id, `Hot or Not? · ${siteName}`)

/** Passes the address of an item on (docs/decisions/071). */
export const ShareButton = ({ id, className, children }: Props) => (
  <Button className={className} onClick={() => share(id)}>
    <Share2 aria-hidden className="size-4.5" /> {children}
  </Button>
)

/** The icon of `ShareButton` on a picture. */
export const ShareOnPicture = ({ id, label, className }: { id: number; label: string; className: string }) => (
  <button
    type="button"
    aria-label={label}
    data-tooltip="Share"
    className={className}
    onClick={({ detail }) => detail < 2 && share(id)}
  >
    <Share2 aria-hidden className="size-5" />
  </button>
)
