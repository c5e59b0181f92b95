import type { Brand } from '@hotvote/shared/brands'
import { itemPath } from '@hotvote/shared/item-address'
import type { FirstItem } from '@hotvote/shared/visitor/rating'
import { RENDITIONS } from '../../../domain/media-keys.ts'
import { type Card, SITE_PICTURE } from './page-html.ts'

export type ItemPage = {
  id: number
  mimeType: string
  /** Link preview, with its size in pixels. Null for a video, or if the preview has not been made yet. */
  picture: { url: string; width: number; height: number } | null
  /** Undefined if the visitor may not rate the item. */
  first: FirstItem | undefined
}

/** The card must never change, because messaging apps cache link previews (docs/decisions/034). */
export const buildCard = ({ siteName }: Brand, { id, mimeType, picture }: ItemPage): Card => {
  const kind = mimeType.startsWith('video/') ? 'video' : 'photo'
  return {
    path: itemPath(id),
    title: 'Hot or Not?',
    description: `Vote on this ${kind} on ${siteName} and see what everyone else thinks.`,
    picture: picture ? { ...picture, type: RENDITIONS.share.type, alt: 'A photo to vote on' } : SITE_PICTURE,
    isCanonical: true,
  }
}
