/** The word for it on a card's badge (`visitor.md §2`). */
export const mediaLabel = (mimeType: string) => (mimeType.startsWith('video/') ? 'Video' : 'Image')
