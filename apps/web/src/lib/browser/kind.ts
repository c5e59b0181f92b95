/** What the badge says (`visitor.md §2`). */
export const kindOf = (mimeType: string) => (mimeType.startsWith('video/') ? 'Video' : 'Image')
