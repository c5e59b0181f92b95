import type { RatingItem } from '@hotvote/shared/rating'
import * as Dialog from '@radix-ui/react-dialog'
import { X } from 'lucide-react'
import { kindOf } from './media-kind.ts'

type Props = {
  item: RatingItem
  alt: string
  onClose: () => void /** Takes the focus afterwards. */
  onClosed: () => void
}

/** Full screen; closes on Escape or a click beside the picture, and the page below does not scroll (`visitor.md §2`). */
export function ViewerDialog({ item, alt, onClose, onClosed }: Props) {
  const media = 'max-h-full max-w-full animate-appear object-contain'
  return (
    <Dialog.Root open onOpenChange={onClose}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 bg-black/92" />
        <Dialog.Content
          aria-describedby={undefined}
          className="fixed inset-0 z-40 grid place-items-center p-2 focus:outline-none md:p-6"
          onClick={(event) => event.target === event.currentTarget && onClose()}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            onClosed()
          }}
        >
          <Dialog.Title className="sr-only">{alt}</Dialog.Title>
          {kindOf(item.mimeType) === 'video' ? (
            // biome-ignore lint/a11y/useMediaCaption: visitors upload no captions
            <video src={item.url} aria-label={alt} controls autoPlay loop playsInline className={media} />
          ) : (
            <img
              src={item.url}
              alt={alt}
              width={item.width || undefined}
              height={item.height || undefined}
              className={`${media} h-auto w-auto`}
            />
          )}
          <Dialog.Close
            aria-label="Close"
            className="absolute top-3 right-3 grid size-11 place-items-center rounded-full bg-black/70 text-white hover:bg-black"
          >
            <X aria-hidden className="size-6" />
          </Dialog.Close>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
