/** Maximum length of a preview in seconds. */
export const PREVIEW_SECONDS_MAX = 30

/**
 * Maximum number of pixels to decode: 30 s of 4K at 60 frames a second, or of 1080p at 240. Previews of 8K at 30 frames
 * a second have only the first 15 s.
 */
export const PREVIEW_PIXELS_MAX = 15e9
