import { thumbHashToDataURL } from 'thumbhash'

const decoded = new Map<string, string>()

/** Returns a poster's blurred placeholder as a CSS background, from its base64 thumbhash. */
export function placeholderImage(placeholder: string | null): string | undefined {
  if (placeholder === null) return undefined
  let image = decoded.get(placeholder)
  if (image === undefined) {
    image = `url(${thumbHashToDataURL(Uint8Array.from(atob(placeholder), (byte) => byte.charCodeAt(0)))})`
    decoded.set(placeholder, image)
  }
  return image
}
