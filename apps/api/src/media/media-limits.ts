/** What an uploaded file may cost to decode (`docs/decisions`, media pipeline). */

/** Pixels of an image, summed over all its frames; pixels of one frame of a video. */
export const MAX_PIXELS = 40_000_000
/** Frames of an animation. */
export const MAX_FRAMES = 60
/** Pixels up to which a picture is decoded twice at the same time: each time takes four bytes a pixel. */
export const SIDE_BY_SIDE = 16_000_000
/** Seconds that one step inside the image library may take. */
export const STEP_SECONDS = 30
/** Milliseconds that one file may take in all, before its process is ended. */
export const JOB_MS = 75_000
/** Pixels a side as it is shown: a video may ask for any pixel ratio. */
export const MAX_SIDE = 65_535
