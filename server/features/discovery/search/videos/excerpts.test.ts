import { expect, onTestFinished, test, vi } from 'vitest'
import { MARK_END, MARK_START } from '../../../../../contract/discovery/search.ts'
import { normalise } from '../normalise.ts'
import { markVideos } from './excerpts.ts'

test.each([
  ['a voiced letter', 'が', 'ラ'],
  ['a letter with a mark', 'か\u3099', 'ラ'],
  ['letters of half width', 'ﾊ', 'ﾗ'],
  ['a letter and a mark of half width', 'ｶﾞ', 'ﾗ'],
  ['the mark of a long vowel', 'ラ', 'ー'],
  ['the mark of a long vowel, of half width', 'ﾗ', 'ｰ'],
  ['a letter that stands for two', 'あ', 'ゟ'],
  ['a square of several letters', '漢', '㌀'],
  ['a syllable and its final consonant', '하', '\u11AB'],
  ['two syllables', '한', '국'],
  ['a Han letter for compatibility', '\uF900', '字'],
  ['a Han letter with a mark', '漢\u0301', '字'],
])('%s: the words of %s%s are marked as they are indexed', async (_, first, second) => {
  const title = first + second
  const videos = [{ id: 'one', title, caption: null, prompt: null }]
  for (const word of normalise(title).split(' ')) {
    const terms = { lexemes: new Set([word]), prefixes: [] }
    const excerpts = await markVideos(videos, terms, () => Promise.resolve(new Map()))
    expect(excerpts).toEqual({ one: { title: `${MARK_START}${title}${MARK_END}` } })
  }
})

test('other work continues while the texts of a page are split', async () => {
  const videos = Array.from({ length: 20 }, (_, i) => ({ id: `${i}`, title: 'Dream', caption: null, prompt: null }))
  let turns = 0
  let isDone = false
  const takeTurn = () => {
    turns++
    if (!isDone) setImmediate(takeTurn)
  }
  setImmediate(takeTurn)
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 20))
  onTestFinished(() => void vi.restoreAllMocks())
  await markVideos(videos, { lexemes: new Set(['dream']), prefixes: [] }, () => Promise.resolve(new Map()))
  isDone = true
  expect(turns).toBeGreaterThanOrEqual(videos.length)
})
