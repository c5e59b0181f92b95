/** Maximum number of differing bits (of 64) between similar pictures. */
export const MAX_HASH_DISTANCE = 4
/** Maximum number of differing bits between a picture's center and a crop's. */
export const MAX_CROP_DISTANCE = 5
/** Crops are compared only if the pictures' centers differ in at most this many bits. */
export const MAX_CENTER_DISTANCE = 24
/** Hashes with fewer set bits, from almost uniform pictures, match only equal hashes. */
export const MIN_HASH_BITS = 8
