import { rgbaToDataURL, thumbHashToDataURL, thumbHashToRGBA } from 'thumbhash'

/** Width of the fading edge on each side of a glow, as a share of the glow's width or height. */
const FADE_SHARE = 0.2
const GLOW_SATURATION = 1.5
/** Maximum number of images to keep, which take about 3 kB each. A wall shows fewer than a hundred at once. */
const KEPT_MAX = 500

/** Returns a poster's blurred placeholder as a CSS background, from its base64 thumbhash. */
export const placeholderImage = cachedImage(thumbHashToDataURL)

/**
 * Returns a glow of a poster's colours as a CSS background, from its base64 thumbhash. Its edges fade out by
 * themselves. A browser would apply a CSS filter again for each frame of the clip above the glow.
 */
export const glowImage = cachedImage((hash) => {
  const { w, h, rgba } = thumbHashToRGBA(hash)
  const fade = (share: number) => Math.min(1, share / FADE_SHARE, (1 - share) / FADE_SHARE)
  for (let pixel = 0; pixel < w * h; pixel++) {
    const at = 4 * pixel
    const grey = (rgba[at]! + rgba[at + 1]! + rgba[at + 2]!) / 3
    for (let i = at; i < at + 3; i++) {
      rgba[i] = Math.max(0, Math.min(255, grey + GLOW_SATURATION * (rgba[i]! - grey)))
    }
    rgba[at + 3]! *= fade(((pixel % w) + 0.5) / w) * fade((Math.floor(pixel / w) + 0.5) / h)
  }
  return rgbaToDataURL(w, h, rgba)
})

function cachedImage(draw: (hash: Uint8Array) => string): (placeholder: string | null) => string | undefined {
  const drawn = new Map<string, string>()
  return (placeholder) => {
    if (placeholder === null) return undefined
    let image = drawn.get(placeholder)
    if (image === undefined) {
      image = `url(${draw(Uint8Array.from(atob(placeholder), (byte) => byte.charCodeAt(0)))})`
      const [oldest] = drawn.keys()
      if (drawn.size >= KEPT_MAX && oldest !== undefined) drawn.delete(oldest)
      drawn.set(placeholder, image)
    }
    return image
  }
}
