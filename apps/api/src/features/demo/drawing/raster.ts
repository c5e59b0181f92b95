/** A finished picture: 8-bit sRGB, three bytes a pixel, rows from the top. Sizes in pixels. */
export type Raster = { width: number; height: number; rgb: Uint8Array }
