/** Minutes after which an unfinished upload is abandoned. */
export const UPLOAD_OVER_MINUTES = 60
