/** Minutes after which an unfinished upload is abandoned. */
export const UPLOAD_ABANDONED_MINUTES = 60
