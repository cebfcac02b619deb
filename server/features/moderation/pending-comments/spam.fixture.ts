// Test fixture: comments as new accounts write them, generated from a fixed seed and therefore the same on each run.
import { seededRandom } from '../../../test/seeded-random.ts'

const SEED = 4_271

const names = ['freecash', 'luckywin', 'bestdeals', 'hotdates', 'cryptogain', 'fastfollow', 'viagrashop', 'winbig77']
const endings = ['com', 'net', 'org', 'xyz', 'ru', 'io', 'info', 'top', 'online', 'click', 'shop', 'site']
const pitches = [
  'Earn money at',
  'Look here:',
  'Best prices',
  'I got rich with',
  'Free likes',
  'Hot singles on',
  'Visit',
]
const waves = [
  'Write me on Telegram, I make you rich in one week',
  'Follow me and I follow you back, one hundred per cent',
  'My uncle works there and gives away free phones today',
  'Want ten thousand followers for free? Look at my profile',
  'Invest with me, I doubled my money in only three days',
]

const bold = (text: string) =>
  text.replace(/[a-z]/g, (letter) => String.fromCodePoint(0x1d41a + letter.charCodeAt(0) - 97))
const wide = (text: string) => text.replace(/[a-z.]/g, (letter) => String.fromCodePoint(letter.charCodeAt(0) + 0xfee0))

/** Spellings of a link, including ones that evade filters. */
const dresses: ((name: string, ending: string) => string)[] = [
  (name, ending) => `https://${name}.${ending}/?ref=9`,
  (name, ending) => `www.${name}.${ending}`,
  (name, ending) => `${name}.${ending}/win`,
  (name, ending) => `${name}.${ending}`,
  (name) => `${name} dot com`,
  (name) => `${name} (dot) com`,
  (name) => `${name}[.]com`,
  (name) => `${name} . com`,
  (name) => `${name}.com`.split('').join(' '),
  (name) => `${bold(name)}.com`,
  (name) => wide(`${name}.com`),
  (name) => `${name}.c\u043em`,
  (name) => `${name}.c\u200bom`,
  (name) => `t.me/${name}`,
  (name) => `bit.ly/${name}`,
]

export interface Spam {
  text: string
  author: number
}

/** @param authors Number of authors. */
export function generateSpam(count: number, authors: number): Spam[] {
  const random = seededRandom(SEED)
  const pick = <T>(from: T[]): T => from[Math.floor(random() * from.length)]!
  return Array.from({ length: count }, (_, i) => ({
    author: i % authors,
    text:
      i % 3 === 0 ? repeated(pick(waves), random()) : `${pick(pitches)} ${pick(dresses)(pick(names), pick(endings))}`,
  }))
}

function repeated(wave: string, chance: number): string {
  if (chance < 0.3) return wave.toUpperCase()
  if (chance < 0.6) return `${wave}!!! 🔥`
  return chance < 0.8 ? wave.replaceAll(' ', '  ') : `🎁 ${wave}`
}

const subjects = ['The light', 'This sky', 'The water', 'Her coat', 'The camera move', 'That cut', 'The dog', 'The fog']
const praises = ['is beautiful', 'looks real', 'took my breath', 'is odd, in a good way', 'could be slower', 'wow']
const wholes = [
  'Nice!',
  'wow',
  '😍😍😍',
  '🔥',
  '...',
  'Hmm… not sure.',
  'e.g. the waves, i.e. the water, etc.',
  'v1.5 was better than v2.0.1',
  'Is that 1.5x speed?',
  'Only $9.99 a month? I pay 12,50 €.',
  'clip_final.mov or take-2.mp4?',
  'Put it in prompt.txt or readme.md',
  'Made with Runway Gen-3 and a bit of Pika 1.5',
  'At 0:07.5 there is a glitch',
  'In the U.S.A. at 10 a.m., no?',
  'So good.I love it.no words',
  'And/or w/o sound, 24fps, 16:9',
  'Node.js and ASP.NET made this?',
  'Mr. Smith vs. Dr. Jones, pt. 2',
  '¡Qué bonito! ¿Cómo lo hiciste?',
  'Lindo. Com certeza o melhor.',
  'Magnifique… vraiment. Et la lumière !',
  'Wunderschön. So etwas habe ich noch nie gesehen.',
  'Красиво. Но мало.',
  'とても綺麗ですね。どうやって作りましたか？',
  '太美了。请问用的是什么工具？',
  '정말 아름다워요. 최고예요!',
  'جميل جدا. شكرا لك',
  'बहुत सुंदर। धन्यवाद।',
  'สวยมาก ๆ เลย',
  'Piękne. Co to za narzędzie?',
  'Çok güzel. Eline sağlık.',
  'See you tomorrow @ada #dreamscape',
  'Kling 2.1, Veo 3 or Sora?',
  'a e s t h e t i c',
  '10/10, 5.0 stars',
]

/** Generates realistic comments: short, in many languages, with prices, versions, file names and all kinds of dots. */
export function generateOrdinary(count: number): string[] {
  const random = seededRandom(SEED + 1)
  const pick = <T>(from: T[]): T => from[Math.floor(random() * from.length)]!
  const ends = ['', '.', '!', '...', ' 😊', '?!', ' :)', '…']
  // Authors rarely repeat another author's whole sentence within an hour. Short texts such as "Nice!" are repeated
  // often.
  const once = (text: string, i: number) => (text.length < 20 ? text : `${text} ${i}`)
  return Array.from({ length: count }, (_, i) =>
    i % 2 === 0
      ? once(pick(wholes), i)
      : `${pick(subjects)} ${pick(praises)}${pick(ends)} ${1 + Math.floor(random() * 60)} s`,
  )
}
