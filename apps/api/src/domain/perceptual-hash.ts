/** Bits of 64 in which two similar pictures may differ. */
export const NEAR = 4
/** Bits in which a picture's center and a crop's center may differ. */
export const NEAR_CROP = 5
/** Bits in which both centers may differ before the exact crop is known. */
export const CROP_CANDIDATE = 24
/** Hashes with fewer set bits come from nearly plain pictures, so only equal ones count. */
export const STRUCTURE = 8
