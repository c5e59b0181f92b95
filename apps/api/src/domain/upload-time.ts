/** An upload is abandoned after this time, counted from its last byte. */
export const UPLOAD_OVER_MINUTES = 60
