/** Default length of a player's longer side, in CSS pixels. */
export const EMBED_SIDE_PX = 640

/** Minimum length of the shorter side: room for the title, the play button and the controls. */
const EMBED_MIN_SIDE_PX = 180

/**
 * Returns the default size of a player in CSS pixels. It has the shape of the clip, unless that is very long.
 *
 * @param ratio Width divided by height.
 */
export function embedSize(ratio: number): { width: number; height: number } {
  const side = (part: number) => Math.max(EMBED_MIN_SIDE_PX, Math.round(EMBED_SIDE_PX * Math.min(1, part)))
  return { width: side(ratio), height: side(1 / ratio) }
}

interface EmbeddedClip {
  /** The address of the player. */
  player: string
  title: string
  /** Size of the player in CSS pixels. */
  width: number
  height: number
}

/** Returns the HTML that embeds a clip in another site. */
export function embedCode({ player, title, width, height }: EmbeddedClip): string {
  return (
    `<iframe src="${attribute(player)}" width="${width}" height="${height}" title="${attribute(title)}" ` +
    'frameborder="0" allow="autoplay; fullscreen; picture-in-picture" allowfullscreen loading="lazy"></iframe>'
  )
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Escapes a string for a quoted attribute. */
function attribute(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => entities[character]!)
}
