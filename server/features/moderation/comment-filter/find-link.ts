import { asLatin, foldText } from './fold-text.ts'

/** Top-level domains that are rarely words or file extensions, and rarely follow a full stop without a space. */
const plain =
  'com net org info biz xyz icu vip cyou cfd sbs bet casino tech agency website click buzz monster dev io ai gg tv ly cc ws pw ' +
  'ru ua cn jp kr tk gq cf tw hk vn th nz mx tr ir kz cz sk hu bg gr hr dk fi uk рф'
/** Top-level domains that count after letters of any alphabet. The others count after Latin letters only. */
const afterAnyLetter = 'com net org info xyz ru ua cn jp kr рф'
/** Top-level domains that are also words. They count as an address only with further evidence. */
const wordlike =
  'app art best bid bond cafe cam chat club cool date digital download email fan fans fun game games gift host life link live ' +
  'loan lol love media men mobi network now one online party photo photos pics pink pro review rest rocks shop show site ' +
  'space store stream studio team today top trade tube video wiki win work works world wtf zone'

const oneOf = (endings: string) => asLatin(endings).split(' ').join('|')
/** Characters that look like a dot. */
export const dots = '[.․‧·•∙⋅●⚫🔴]'
/** Lookahead after a top-level domain: the word must end here. */
const ended = '(?![\\p{L}\\p{N}_-])'
const path = '\\s?[/\\\\?#][\\p{L}\\p{N}?#@_~%-]'
/** The end of a line or of a sentence, or punctuation. */
const stop = '\\s*(?:$|[\\n!?,;:)\\]}"…]|[.](?!\\p{L})|[^\\p{L}\\p{N}\\s/.-])'

const pattern = (source: string) => new RegExp(source, 'u')

/** Patterns that are also applied after spelled-out dots have been replaced. */
const certain = [
  pattern('(?<![\\p{L}\\p{N}])h(?:tt|xx|\\*\\*)ps?\\s?:?\\s?[/\\\\]{2}'),
  pattern('(?<![\\p{L}\\p{N}])www\\s?[.]\\s?[a-z0-9]'),
  pattern(`[a-z0-9]-?${dots}(?:${oneOf(plain)})${ended}`),
  pattern(`[\\p{L}\\p{N}]${dots}(?:${oneOf(afterAnyLetter)})${ended}`),
  // Short addresses of any country, such as t.me/name or bit.ly/x.
  pattern(`(?<![\\p{L}\\p{N}])[a-z0-9-]+${dots}(?:[a-z]{2}|${oneOf(wordlike)})${path}`),
]

const links = [
  ...certain,
  // The Chinese and Japanese full stop.
  pattern(`[a-z0-9][。｡](?:${oneOf(plain)})${ended}`),
  // A space beside the dot. Further evidence is needed, because two sentences can look like that: "Lindo. Com certeza".
  pattern(`[a-z0-9]{3}(?:\\s+${dots}\\s*|\\s*${dots}\\s+)(?:com|net|org|info|xyz|ru)(?:${path}|${stop})`),
  // A subdomain: shop.example.top
  pattern(`[a-z0-9-]{2,}[.][a-z0-9-]{2,}[.](?:${oneOf(wordlike)})${ended}`),
  // A digit or a hyphen before the dot: free-cash24.site. Each text can match in only one way, so the search takes
  // linear time.
  pattern(
    `(?<![a-z0-9-])(?=[a-z0-9-]*[a-z])(?:[a-z0-9]+-[a-z0-9-]*|[a-z0-9][a-z]*[0-9][a-z0-9]*)[.](?:${oneOf(wordlike)}|me|us|to)${ended}`,
  ),
  // An unlikely end of a sentence: "visit cashnow.online!"
  pattern(`[a-z0-9]{4}[.](?:${oneOf(wordlike)}|me|us|to|in)${stop}`),
  pattern(`\\b(?:visit|checkout|go to|join|open|see) [a-z0-9-]{3,}[.](?:${oneOf(wordlike)}|me|us|to|in)${ended}`),
]

/** Names of the .NET framework, which are not web addresses. */
const notLinks = /(?<![\p{L}\p{N}])(?:asp|ado|vb|ml)?\.net(?![\p{L}\p{N}])/gu
/** A dot that is spelled out to evade filters. "The dot com years" does not match. */
const spelledDot =
  /\s*[([{<*_-]+\s*(?:dot|d0t|punkt|punto|ponto|point|точка|[.])\s*[)\]}>*_-]+\s*|(?<!(?:^|\s)(?:the|a|an|this|that|of|der|el|il|o|le|um|un))\s+(?:dot|d0t|punkt|punto|ponto|точка)\s+/gu
/** Three or more single letters, digits or dots with the same separator between each two: "e x a m p l e . c o m". */
const spreadOut = /(?<![\p{L}\p{N}])[\p{L}\p{N}](?:( {1,2}|[-_*|~])[\p{L}\p{N}.](?:\1[\p{L}\p{N}.])+)(?![\p{L}\p{N}])/gu

/** Whether the text contains a web address: complete, without a scheme, or spelled to evade filters. */
export function hasLink(text: string): boolean {
  return undisguise(text).some((form) => matches(form, links) || matches(withSpelledDots(form), certain))
}

/** Returns the folded text, and a version of it in which spread-out letters are joined. */
export function undisguise(text: string): string[] {
  const folded = foldText(text)
    .replaceAll(/(?<![\p{L}\p{N}])c[0○]m(?![\p{L}\p{N}])/gu, 'com')
    .replaceAll(notLinks, ' ')
  const together = folded.replaceAll(spreadOut, (run, gap: string) => run.replaceAll(gap, ''))
  return [folded, together]
}

const spelledEndings: Record<string, string> = { ком: 'com', нет: 'net', орг: 'org', ру: 'ru' }

/** Replaces dots and endings that are spelled out in a folded text. */
export function withSpelledDots(form: string): string {
  return form
    .replaceAll(spelledDot, '.')
    .replaceAll(/(?<=\.)(?:ком|нет|орг|ру)(?!\p{L})/gu, (ending) => spelledEndings[ending]!)
}

function matches(form: string, patterns: RegExp[]): boolean {
  const latin = asLatin(form)
  return patterns.some((each) => each.test(latin))
}
