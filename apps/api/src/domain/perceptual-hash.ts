/** Maximum number of differing bits (of 64) between hashes of similar pictures. */
export const NEAR = 4
/** Bits in which a picture's center and a crop's center may differ. */
export const NEAR_CROP = 5
/** Maximum distance between two uncropped centers for their crops to be compared at all. */
export const CROP_CANDIDATE = 24
/** Hashes with fewer set bits come from nearly plain pictures, so only equal ones count. */
export const STRUCTURE = 8
