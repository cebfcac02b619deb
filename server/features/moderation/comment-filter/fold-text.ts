/** Maps small capitals and letters of other alphabets to the Latin letters that they resemble. */
const lookalikes = new Map(
  (
    'ᴀa ʙb ᴄc ᴅd ᴇe ꜰf ɢg ʜh ɪi ᴊj ᴋk ʟl ᴍm ɴn ᴏo ᴘp ʀr ꜱs ᴛt ᴜu ᴠv ᴡw ʏy ᴢz ' +
    'аa сc еe оo рp хx уy іi јj ѕs ԁd һh кk мm тt вb нh αa οo ρp νv τt ιi κk εe'
  )
    .split(' ')
    .map((pair) => [pair.slice(0, -1), pair.slice(-1)] as const),
)

/**
 * Normalises a text so that disguised words compare equal. It is lowercase, without accents and invisible characters.
 * Bold, circled and full-width letters become plain ones.
 */
export function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .normalize('NFC')
    .toLowerCase()
}

/** Replaces letters that look like Latin ones in a folded text. */
export function asLatin(folded: string): string {
  return folded.replace(/[^\p{ASCII}]/gu, (letter) => lookalikes.get(letter) ?? letter)
}
