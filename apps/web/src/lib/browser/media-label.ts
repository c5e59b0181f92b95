export const isVideo = (mimeType: string) => mimeType.startsWith('video/')

/** The word for it on a card's badge (`visitor.md §2`). */
export const mediaLabel = (mimeType: string) => (isVideo(mimeType) ? 'Video' : 'Image')
