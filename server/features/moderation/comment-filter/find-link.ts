import { asLatin, foldText } from './fold-text.ts'

/** Endings of addresses that are hardly ever a word, a file's ending or a missing space after a full stop. */
const plain =
  'com net org info biz xyz icu vip cyou cfd sbs bet casino tech agency website click buzz monster dev io ai gg tv ly cc ws pw ' +
  'ru ua cn jp kr tk gq cf tw hk vn th nz mx tr ir kz cz sk hu bg gr hr dk fi uk рф'
/** Those that are written after letters of any alphabet; the others after Latin ones only. */
const afterAnyLetter = 'com net org info xyz ru ua cn jp kr рф'
/** Those that are words as well: an address only where more speaks for it. */
const wordlike =
  'app art best bid bond cafe cam chat club cool date digital download email fan fans fun game games gift host life link live ' +
  'loan lol love media men mobi network now one online party photo photos pics pink pro review rest rocks shop show site ' +
  'space store stream studio team today top trade tube video wiki win work works world wtf zone'

const oneOf = (endings: string) => asLatin(endings).split(' ').join('|')
const dots = '[.․‧·•∙⋅●⚫🔴]'
/** What may follow an ending: nothing that goes on as a word. */
const ended = '(?![\\p{L}\\p{N}_-])'
const path = '\\s?[/\\\\?#][\\p{L}\\p{N}?#@_~%-]'
/** The end of a line or of a sentence, or punctuation. */
const stop = '\\s*(?:$|[\\n!?,;:)\\]}"…]|[.](?!\\p{L})|[^\\p{L}\\p{N}\\s/.-])'

const pattern = (source: string) => new RegExp(source, 'u')

/** Also where the dot was spelled. */
const certain = [
  pattern('(?<![\\p{L}\\p{N}])h(?:tt|xx|\\*\\*)ps?\\s?:?\\s?[/\\\\]{2}'),
  pattern('(?<![\\p{L}\\p{N}])www\\s?[.]\\s?[a-z0-9]'),
  pattern(`[a-z0-9]-?${dots}(?:${oneOf(plain)})${ended}`),
  pattern(`[\\p{L}\\p{N}]${dots}(?:${oneOf(afterAnyLetter)})${ended}`),
  // t.me/somebody, bit.ly/x: short ones, of any country.
  pattern(`(?<![\\p{L}\\p{N}])[a-z0-9-]+${dots}(?:[a-z]{2}|${oneOf(wordlike)})${path}`),
]

const links = [
  ...certain,
  // A full stop of Chinese and Japanese.
  pattern(`[a-z0-9][。｡](?:${oneOf(plain)})${ended}`),
  // With a space beside the dot, as also a sentence may begin: "Lindo. Com certeza".
  pattern(`[a-z0-9]{3}(?:\\s+${dots}\\s*|\\s*${dots}\\s+)(?:com|net|org|info|xyz|ru)(?:${path}|${stop})`),
  // shop.example.top
  pattern(`[a-z0-9-]{2,}[.][a-z0-9-]{2,}[.](?:${oneOf(wordlike)})${ended}`),
  // A digit or a hyphen before the dot: free-cash24.site
  pattern(
    `(?<![a-z0-9-])(?=[a-z0-9-]*[a-z])[a-z0-9]+(?:-[a-z0-9-]*|[0-9]+)[a-z0-9]*[.](?:${oneOf(wordlike)}|me|us|to)${ended}`,
  ),
  // Nobody ends a sentence like that: "visit cashnow.online!"
  pattern(`[a-z0-9]{4}[.](?:${oneOf(wordlike)}|me|us|to|in)${stop}`),
  pattern(`\\b(?:visit|checkout|go to|join|open|see) [a-z0-9-]{3,}[.](?:${oneOf(wordlike)}|me|us|to|in)${ended}`),
]

/** .NET is not only an ending, and has no site. */
const notLinks = /(?<![\p{L}\p{N}])(?:asp|ado|vb|ml)?\.net(?![\p{L}\p{N}])/gu
/** How people spell a dot so that programs do not see it; "the dot com years" are none. */
const spelledDot =
  /\s*[([{<*_-]+\s*(?:dot|d0t|punkt|punto|ponto|point|точка|[.])\s*[)\]}>*_-]+\s*|(?<!(?:^|\s)(?:the|a|an|this|that|of|der|el|il|o|le|um|un))\s+(?:dot|d0t|punkt|punto|ponto|точка)\s+/gu
/** Four and more single letters, with one and the same thing between each two: "e x a m p l e . c o m". */
const spreadOut = /(?<![\p{L}\p{N}])[\p{L}\p{N}](?:( {1,2}|[-_*|~])[\p{L}\p{N}.](?:\1[\p{L}\p{N}.])+)(?![\p{L}\p{N}])/gu

/** Whether a text names a web address, written out, bare, or spelled so that programs do not see it. */
export function hasLink(text: string): boolean {
  const folded = foldText(text)
    .replaceAll(/(?<![\p{L}\p{N}])c[0○]m(?![\p{L}\p{N}])/gu, 'com')
    .replaceAll(notLinks, ' ')
  const together = folded.replaceAll(spreadOut, (run, gap: string) => run.replaceAll(gap, ''))
  return [folded, together].some((form) => matches(form, links) || matches(withSpelledDots(form), certain))
}

const spelledEndings: Record<string, string> = { ком: 'com', нет: 'net', орг: 'org', ру: 'ru' }

function withSpelledDots(form: string): string {
  return form
    .replaceAll(spelledDot, '.')
    .replaceAll(/(?<=\.)(?:ком|нет|орг|ру)(?!\p{L})/gu, (ending) => spelledEndings[ending]!)
}

function matches(form: string, patterns: RegExp[]): boolean {
  const latin = asLatin(form)
  return patterns.some((each) => each.test(latin))
}
