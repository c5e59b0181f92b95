export type MediaKind = 'image' | 'video' | 'unknown'

export const mediaKind = (mimeType: string): MediaKind =>
  mimeType.startsWith('image/') ? 'image' : mimeType.startsWith('video/') ? 'video' : 'unknown'

/** The word for it on the rate screen. */
export const mediaName = (mimeType: string) => (mediaKind(mimeType) === 'video' ? 'Video' : 'Photo')

/** `visitor.md §9` */
const FALLBACK_RATIO = 16 / 9

/** Width by height; the fallback where the server does not know. */
export const ratioOf = ({ width, height }: { width: number; height: number }) =>
  width > 0 && height > 0 ? width / height : FALLBACK_RATIO
