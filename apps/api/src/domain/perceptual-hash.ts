/** Bits of 64 by which two pictures may differ and still look the same. */
export const NEAR = 4
/** Hashes with fewer bits set belong to nearly plain pictures: only equal ones count. */
export const STRUCTURE = 8
