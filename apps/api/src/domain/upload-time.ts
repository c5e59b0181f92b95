/**
 * Minutes after which nobody is at work any more on an upload: what it left behind may be removed. They are counted from its row, or
 * from a file that it stored. Both come after its last byte, so a slow sender takes none of them.
 */
export const UPLOAD_OVER_MINUTES = 60
