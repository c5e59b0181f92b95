/** Maximum number of differing bits (of 64) between similar pictures. */
export const MAX_HASH_DISTANCE = 4
/** Maximum number of differing bits between one picture's center and a crop of another picture. */
export const MAX_CROP_DISTANCE = 5
/** Crops are compared only if the centers of both pictures differ by at most this many bits. */
export const MAX_CENTER_DISTANCE = 24
/** Hashes with fewer set bits belong to almost uniform pictures, so they match only identical hashes. */
export const MIN_HASH_BITS = 8
