/** Limits for decoding media (docs/decisions/004, 067). */

/** Pixels of all frames of an image, or of one frame of a video. */
export const MAX_PIXELS = 40_000_000
/** JPEGs larger than `MAX_PIXELS` are decoded at half size, because phones take 48 or 50 million pixels. */
export const MAX_JPEG_PIXELS = 100_000_000
export const MAX_FRAMES = 2000
/** `ratio` limits shapes above `pixels`. A narrower row counts as `row` pixels. */
export const MAX_SHAPE = { side: 16_383, ratio: 100, pixels: 1_000_000, row: 100 }
/** Pixels. Smaller pictures are decoded three times in parallel. */
export const SIDE_BY_SIDE = 16_000_000
/** `stepSeconds` limits one step of the image library. */
export const UPLOAD_TIME = { processorSeconds: 10, stepSeconds: 30, fileMs: 75_000 }
/** Generous, because a busy machine may give renditions only 2 % of a processor. */
export const RENDITION_TIME = { stepSeconds: 300, fileMs: 750_000 }
/** Bytes of all files made of one upload. */
export const MADE_MAX = 64 * 1024 * 1024
/** Displayed pixels per side. A video may declare any pixel ratio. */
export const MAX_SIDE = 65_535
