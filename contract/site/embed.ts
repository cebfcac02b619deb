/** The longer side of a player whose page does not say how much room it has, in CSS pixels. */
export const EMBED_SIDE_PX = 640

interface EmbeddedClip {
  /** The address of its player. */
  player: string
  title: string
  /** Of the player, in CSS pixels. */
  width: number
  height: number
}

/** What another site puts into its page to show a clip. */
export function embedCode({ player, title, width, height }: EmbeddedClip): string {
  return (
    `<iframe src="${attribute(player)}" width="${width}" height="${height}" title="${attribute(title)}" ` +
    'frameborder="0" allow="autoplay; fullscreen; picture-in-picture" allowfullscreen loading="lazy"></iframe>'
  )
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Text as it may stand in a quoted attribute. */
function attribute(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => entities[character]!)
}
