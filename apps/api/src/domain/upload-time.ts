/** Minutes after which an upload is over, counted from its row or stored file, which both follow its last byte. */
export const UPLOAD_OVER_MINUTES = 60
