export type MediaKind = 'image' | 'video' | 'unknown'

export const kindOf = (mimeType: string): MediaKind =>
  mimeType.startsWith('image/') ? 'image' : mimeType.startsWith('video/') ? 'video' : 'unknown'

/** What a person calls it. */
export const nameOf = (mimeType: string) => (kindOf(mimeType) === 'video' ? 'Video' : 'Photo')
