import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { visibleText } from './fields.ts'
import { isVisible } from './visible.ts'
import { ReportBody } from './moderation/reports.ts'
import { missingForCopyright } from './moderation/takedown-notices.ts'
import { UpdateUserBody } from './social/own-profile.ts'
import { ParentRef, UpdateVideoBody } from './videos/publishing.ts'
import { splitTags } from './videos/tags.ts'

const Name = visibleText(20, 'Missing', { tooLong: 'Too long' })
const sentenceOf = (value: unknown) => z.safeParse(Name, value).error?.issues.map(({ message }) => message)

const invisible: Record<string, string> = {
  nothing: '',
  spaces: ' \u00A0\u2003\u3000\t',
  'zero-width characters': '\u200B\u200C\u200D\u2060\uFEFF',
  'characters that change the direction of text': '\u202E\u2066\u2069\u200F',
  'soft hyphens and variation selectors': '\u00AD\uFE0F\u{E0100}',
  'letters that are drawn as nothing': '\u3164\u115F\uFFA0',
  'the empty pattern of braille': '\u2800\u2800',
  'invisible tag characters': '\u{E0067}\u{E007F}',
  'marks without a letter': '\u0301\u20DD',
}

test.each(Object.entries(invisible))('a name of %s counts as missing', (_what, value) => {
  expect(sentenceOf(value)).toEqual(['Missing'])
})

test.each(['Ada', '名前', 'שם', 'اسم', '½', '🦊', '👩‍🚀', '🇫🇷', '!', 'ก็'])('%s is accepted as a name', (value) => {
  expect(z.parse(Name, ` ${value}\n`)).toBe(value)
})

test('a name cannot change the direction of the text beside it', () => {
  expect(z.parse(Name, 'left\u202Ethgir \u2067x\u2069')).toBe('leftthgir x')
  // Joiners and direction marks are parts of words and emoji, so they are kept.
  expect(z.parse(Name, 'نمی\u200Cخواهم\u200F!')).toBe('نمی\u200Cخواهم\u200F!')
})

test('texts lose control characters, and those that change the direction of text', () => {
  const typed = '\u202Eone\r\ntwo\u0007\u2066👩‍🚀❤️\u200Fשם\u2069\u009B'
  const [line, text] = ['one two 👩‍🚀❤️\u200Fשם', 'one\ntwo👩‍🚀❤️\u200Fשם']
  const profile = { displayName: typed, location: typed, bio: typed }
  expect(z.parse(UpdateUserBody, profile)).toEqual({ displayName: line, location: line, bio: text })
  const words = { title: typed, model: typed, tags: typed, caption: typed, prompt: typed }
  const cleaned = { title: line, model: line, tags: line, caption: text, prompt: text }
  expect(z.parse(UpdateVideoBody, words)).toEqual(cleaned)
  expect(z.parse(ParentRef, { videoId: crypto.randomUUID(), thanks: typed }).thanks).toBe(line)
  expect(z.parse(ReportBody, { reason: 'other', otherText: typed }).otherText).toBe(text)
})

test('every line break keeps words apart', () => {
  const typed = 'a\vb\fc\u0085d\u2028e\u2029f\r\n\ng\rh'
  const profile = z.parse(UpdateUserBody, { bio: typed, location: typed })
  expect(profile).toEqual({ bio: 'a\nb\nc\nd\ne\nf\n\ng\nh', location: 'a b c d e f g h' })
})

test('optional text without visible characters counts as missing', () => {
  const typed = ' \u200B\u202E\u3164'
  expect(z.parse(UpdateUserBody, { bio: typed, location: typed })).toEqual({ bio: null, location: null })
  expect(z.parse(UpdateVideoBody, { caption: typed, model: typed })).toEqual({ caption: null, model: null })
  expect(z.safeParse(ReportBody, { reason: 'other', otherText: typed }).success).toBe(false)
  const notice = {
    kind: 'copyright' as const,
    work: typed,
    contact: 'Main Street 1',
    isAuthorised: true,
    signature: typed,
  }
  expect(missingForCopyright(notice).map(({ path }) => path)).toEqual(['work', 'signature'])
})

test('text is refused if it is too long, not counting spaces at its ends', () => {
  expect(sentenceOf('x'.repeat(21))).toEqual(['Too long'])
  expect(z.parse(Name, `  ${'x'.repeat(20)}  `)).toHaveLength(20)
})

test('invisible tags, and other spellings of a tag, are dropped', () => {
  expect(splitTags('a  b, A B, #a b')).toEqual(['a  b'])
  expect(splitTags('one,\u200B,#\u3164,two')).toEqual(['one', 'two'])
  // A stored tag keeps its key, by which its page finds it.
  expect(splitTags('a\u202Eb')).toEqual(['a\u202Eb'])
  expect(isVisible('\u2800')).toBe(false)
})
