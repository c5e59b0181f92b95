/** Maximum number of differing bits (of 64) between hashes of similar pictures. */
export const MAX_HASH_DISTANCE = 4
/** Maximum number of differing bits between the center of a picture and of its crop. */
export const MAX_CROP_DISTANCE = 5
/** Crops of two pictures are compared only if their centers differ in at most this many bits. */
export const MAX_CENTER_DISTANCE = 24
/** Hashes with fewer set bits are from almost uniform pictures, so only equal hashes match. */
export const MIN_HASH_BITS = 8
