import { ArrowRight } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Link } from 'wouter'
import { takeLostFocus } from '../../lib/browser/focus.ts'
import { paths } from '../../lib/visitor/paths.ts'
import { buttonClass } from '../../ui/button.tsx'
import { ShareButton } from '../../ui/share-button.tsx'

type Props = {
  className: string
  itemId: number | undefined
  /** The buttons that were pressed a moment ago are gone. */
  takesFocus: boolean
}

/** In the place of the vote buttons, where there is nothing more to vote on: pass it on, or go on. */
export function HeldDock({ className, itemId, takesFocus }: Props) {
  const onward = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (takesFocus) takeLostFocus(onward.current)
  }, [takesFocus])
  return (
    <div className={`flex items-center justify-center gap-2.5 ${className}`}>
      {itemId !== undefined && (
        <ShareButton id={itemId} className="min-h-14! rounded-full! px-6!">
          Share
        </ShareButton>
      )}
      <Link
        ref={onward}
        href={paths.rate}
        className={buttonClass({ variant: 'primary', size: 'large' }, 'rounded-full! max-md:flex-1 md:px-10!')}
      >
        Keep rating <ArrowRight aria-hidden className="size-5" />
      </Link>
    </div>
  )
}
