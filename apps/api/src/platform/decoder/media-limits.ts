/** Limits for decoding media (docs/decisions/004). */

/** Maximum pixels of all frames of an image, or of one frame of a video. */
export const MAX_PIXELS = 40_000_000
/** JPEGs above `MAX_PIXELS` are decoded at half size, because phones take photos of 48 or 50 megapixels. */
export const MAX_JPEG_PIXELS = 100_000_000
export const MAX_FRAMES = 2000
/** `ratio` applies only to images with more than `pixels` pixels. Narrower rows count as `row` pixels. */
export const MAX_SHAPE = { side: 16_383, ratio: 100, pixels: 1_000_000, row: 100 }
/** Pixels. Pictures up to this size are decoded three times in parallel. */
export const SIDE_BY_SIDE = 16_000_000
/** `stepSeconds` limits each step of the image library. */
export const UPLOAD_TIME = { processorSeconds: 10, stepSeconds: 30, fileMs: 75_000 }
/** Generous limits, because a busy machine may give renditions only 2% of a processor. */
export const RENDITION_TIME = { stepSeconds: 300, fileMs: 750_000 }
/** Maximum total bytes of the files generated from one upload. */
export const MADE_MAX = 64 * 1024 * 1024
/** Maximum displayed pixels per side. A video may declare any pixel aspect ratio. */
export const MAX_SIDE = 65_535
