import { expect, test } from 'vitest'
import { hasWord } from './find-word.ts'
import { wordsDigest } from './words-digest.ts'

test('the same words have the same digest despite separators and disguised letters', () => {
  const digest = wordsDigest('Check my profile for free likes')
  expect(digest).toSatisfy(Number.isSafeInteger)
  for (const same of [
    'CHECK MY PROFILE FOR FREE LIKES!!!',
    'check, my profile... for free likes 🔥🔥',
    '𝐂𝐡𝐞𝐜𝐤 𝐦𝐲 𝐩𝐫𝐨𝐟𝐢𝐥𝐞 for free likes',
    'c h e c k my pro\u200bfile for free likes',
  ]) {
    expect(wordsDigest(same)).toBe(digest)
  }
  expect(wordsDigest('Check my profile for free follows')).not.toBe(digest)
})

test.each(['Nice!', 'This is beautiful!', '😍😍😍😍😍😍😍😍😍😍😍😍😍😍😍😍😍😍😍😍😍😍', '...', 'Love love love'])(
  'the common text “%s” has no digest',
  (text) => {
    expect(wordsDigest(text)).toBeNull()
  },
)

test("words of the site's list match as whole words, ignoring case", () => {
  const words = ['Casino', 'free followers', '加微信', '']
  for (const text of [
    'best CASINO',
    'casino!',
    'Free   followers here',
    'get fręe followers',
    '请加微信哦',
    '𝗖asino',
  ]) {
    expect([text, hasWord(text, words)]).toEqual([text, true])
  }
  for (const text of ['casinos are loud', 'free of followers', 'nothing', '微信']) {
    expect([text, hasWord(text, words)]).toEqual([text, false])
  }
  expect(hasWord('anything', [])).toBe(false)
})
