/** Minutes after which an unpublished upload counts as abandoned. */
export const UPLOAD_OVER_MINUTES = 60
