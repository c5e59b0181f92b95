import { ArrowRight } from 'lucide-react'
import { paths } from '../../lib/visitor/paths.ts'
import { ButtonLink } from '../../ui/forms/button.tsx'
import { ShareButton } from '../../ui/forms/share-button.tsx'

type Props = { className: string; itemId: number | undefined }

/** In the place of the vote buttons, where there is nothing more to vote on: pass it on, or go on. */
export function HeldDock({ className, itemId }: Props) {
  return (
    <div className={`flex items-center justify-center gap-2.5 ${className}`}>
      {itemId !== undefined && (
        <ShareButton id={itemId} className="min-h-(--pill-height)! rounded-full! px-6!">
          Share
        </ShareButton>
      )}
      <ButtonLink
        data-onward
        href={paths.rate}
        variant="primary"
        size="large"
        className="min-h-(--pill-height)! rounded-full! max-md:flex-1 md:px-10!"
      >
        Keep rating <ArrowRight aria-hidden className="size-5" />
      </ButtonLink>
    </div>
  )
}
