import type { Brand } from '@hotvote/shared/brands'
import { itemPath } from '@hotvote/shared/item-address'
import type { FirstItem } from '@hotvote/shared/visitor/rating'
import { RENDITIONS } from '../../../domain/media-keys.ts'
import { type Card, SITE_PICTURE } from './page-html.ts'

/** What the page of an item is made of. */
export type ItemPage = {
  id: number
  mimeType: string
  /** Pixels; null for a video, and where there is no picture that messengers would show. */
  picture: { url: string; width: number; height: number } | null
  /** Undefined where the visitor may not rate it. */
  first: FirstItem | undefined
}

/** Describes a link to an item for messengers, which keep it: nothing in it changes (docs/decisions/034). */
export const buildCard = ({ siteName }: Brand, { id, mimeType, picture }: ItemPage): Card => {
  const kind = mimeType.startsWith('video/') ? 'video' : 'photo'
  return {
    path: itemPath(id),
    title: 'Hot or Not?',
    description: `Vote on this ${kind} on ${siteName}, and see what everybody else thinks.`,
    // There is no still of a video.
    picture:
      kind === 'video'
        ? SITE_PICTURE
        : picture && { ...picture, type: RENDITIONS.share.type, alt: 'A photo to vote on' },
    isCanonical: true,
  }
}
