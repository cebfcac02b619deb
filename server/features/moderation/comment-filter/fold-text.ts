/** Small capitals, and letters of other alphabets, that look like Latin ones: each with the one that it looks like. */
const lookalikes = new Map(
  (
    'ᴀa ʙb ᴄc ᴅd ᴇe ꜰf ɢg ʜh ɪi ᴊj ᴋk ʟl ᴍm ɴn ᴏo ᴘp ʀr ꜱs ᴛt ᴜu ᴠv ᴡw ʏy ᴢz ' +
    'аa сc еe оo рp хx уy іi јj ѕs ԁd һh кk мm тt вb нh αa οo ρp νv τt ιi κk εe'
  )
    .split(' ')
    .map((pair) => [pair.slice(0, -1), pair.slice(-1)] as const),
)

/**
 * Brings a text into one form, in which the same words look the same however they are dressed up: lowercase, without
 * accents, invisible characters, bold, circled or full-width letters.
 */
export function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .normalize('NFC')
    .toLowerCase()
}

/** Of a folded text: letters that look like Latin ones become those. */
export function asLatin(folded: string): string {
  return folded.replace(/[^\p{ASCII}]/gu, (letter) => lookalikes.get(letter) ?? letter)
}
