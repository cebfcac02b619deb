/** Default length of a player's longer side, in CSS pixels. */
export const EMBED_SIDE_PX = 640

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
