/** Maximum number of differing bits (of 64) between hashes of similar pictures. */
export const NEAR = 4
/** Maximum number of differing bits between the center of a picture and of its crop. */
export const NEAR_CROP = 5
/** Crops of two pictures are compared only if their centers differ in at most this many bits. */
export const CROP_CANDIDATE = 24
/** Hashes with fewer set bits are from almost uniform pictures, so only equal hashes match. */
export const STRUCTURE = 8
