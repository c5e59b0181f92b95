/** Bits of 64 by which two pictures may differ and still look the same. */
export const NEAR = 4
/** Bits by which the center of a picture and that of a crop of it may differ. */
export const NEAR_CROP = 5
/** Bits by which these differ at most before the cut is known. */
export const CROP_CANDIDATE = 24
/** Hashes with fewer bits set belong to nearly plain pictures: only equal ones count. */
export const STRUCTURE = 8
