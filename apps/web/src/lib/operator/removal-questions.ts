import { counted } from '@hotvote/shared/counted'
import type { LookAlike } from '@hotvote/shared/look-alikes'
import type { LibraryItem } from '@hotvote/shared/media-library'
import type { ReviewedTakedown } from '@hotvote/shared/takedown-review'

/** What is asked before an upload that looks like what was taken down is removed. */
export const lookAlikeRemoval = ({ media, isUpheld }: Pick<LookAlike, 'media' | 'isUpheld'>) => ({
  title: `Remove media #${media.id}?`,
  text: `${media.originalName} of ${media.username} will be deleted for ever${isUpheld ? ', counts as taken down, and is refused from now on.' : '. It may be uploaded again: what it looks like is not taken down any more.'}`,
  action: 'Remove',
})

const mailed = (takedownId: number, mailText: string | undefined) =>
  `Request #${takedownId} is resolved, and the complainant e-mailed${mailText === undefined ? '.' : `: “${mailText}”`}`

/** What is asked before the item of a takedown request is removed with it; `mailText` where the screen does not show the mail. */
export const takedownRemoval = (takedownId: number, media: LibraryItem, mailText?: string) => ({
  title: `Remove media #${media.id} and resolve?`,
  text: `${media.originalName} of ${media.username}, its ${counted(media.totalVotes, 'vote')} and ${counted(media.totalViews, 'view')} will be deleted for ever. ${mailed(takedownId, mailText)}`,
  action: 'Remove and resolve',
})

/** What is asked before a request is resolved whose item is in the trash. */
export const trashedRemoval = (
  takedownId: number,
  item: NonNullable<ReviewedTakedown['removedItem']>,
  mailText?: string,
) => ({
  title: `Resolve, and delete media #${item.id} for good?`,
  text: `${item.originalName} of ${item.username} is in the trash. It and its ${counted(item.votes, 'vote')} will be deleted for ever. ${mailed(takedownId, mailText)}`,
  action: 'Resolve and delete',
})
