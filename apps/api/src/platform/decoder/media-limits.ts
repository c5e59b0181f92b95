/** What an uploaded file may cost to decode (docs/decisions/004, 067). */

/** Pixels of an image, summed over all its frames; pixels of one frame of a video. */
export const MAX_PIXELS = 40_000_000
/** Pixels of a JPEG. One with more than `MAX_PIXELS` is decoded at half its size: cameras of phones take 48 or 50 million. */
export const MAX_JPEG_PIXELS = 100_000_000
/** Frames of an animation. */
export const MAX_FRAMES = 2000
/** `ratio` holds from so many pixels on; a row costs as much as `row` pixels. */
export const MAX_SHAPE = { side: 16_383, ratio: 100, pixels: 1_000_000, row: 100 }
/** Pixels up to which a picture is decoded three times at once: each time takes up to four bytes a pixel. */
export const SIDE_BY_SIDE = 16_000_000
/** Seconds of processor time for one file, seconds of one step of the image library, milliseconds of one file. */
export const UPLOAD_TIME = { processorSeconds: 10, stepSeconds: 30, fileMs: 75_000 }
/** Nobody waits for a rendition, and its process is served last: on a busy machine it may get a fiftieth of a processor. */
export const RENDITION_TIME = { stepSeconds: 300, fileMs: 750_000 }
/** Bytes of the files that are made of one upload before it is answered: re-encoded, a picture may have more than were sent. */
export const MADE_MAX = 64 * 1024 * 1024
/** Pixels a side as it is shown: a video may ask for any pixel ratio. */
export const MAX_SIDE = 65_535
