/** How much of a clip its preview shows. */
export const PREVIEW_SECONDS_MAX = 30

/** What is decoded for it at most: 30 s of 4K, or of 1080p at 240 a second. Of 8K at 30 there are only the first 15 s. */
export const PREVIEW_PIXELS_MAX = 15e9
