import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SEARCH_MAX_LENGTH, SEARCH_MAX_TERMS } from '../../../../contract/discovery/search.ts'
import { keyOf, parseSearch } from './parse-search.ts'

const wordsOf = (typed: string) =>
  parseSearch(typed).phrases.map(
    ({ words, isPrefix, isExcluded, isName }) =>
      `${isExcluded ? '-' : ''}${isName ? 'name ' : ''}${words}${isPrefix ? '*' : ''}`,
  )
const filtersOf = (typed: string) => parseSearch(typed).filters

test('the last word of a search is a prefix until a space follows', () => {
  expect(wordsOf('Glass  CITY')).toEqual(['glass', 'city*'])
  expect(wordsOf('glass city ')).toEqual(['glass', 'city'])
  expect(wordsOf('"glass city"')).toEqual(['glass city'])
  expect(wordsOf('“glass city” -fog')).toEqual(['glass city', '-fog'])
  expect(wordsOf('fog -"glass city')).toEqual(['fog', '-glass city'])
  expect(wordsOf('a')).toEqual(['a'])
  expect(wordsOf('crème-brûlée')).toEqual(['creme brulee'])
  expect(wordsOf('東京都')).toEqual(['東京 京都'])
  expect(wordsOf('東')).toEqual(['東*'])
  expect(wordsOf('ｶﾞﾗｽ')).toEqual(wordsOf('ガラス'))
})

test('tags, creators, tools and shapes are parsed, with or without a minus', () => {
  expect(filtersOf('#Fog #🌌 -#"Stop  Motion" @Ada')).toEqual([
    { kind: 'tag', tag: 'fog', isExcluded: false },
    { kind: 'tag', tag: '🌌', isExcluded: false },
    { kind: 'tag', tag: 'stop motion', isExcluded: true },
    { kind: 'creator', username: 'ada', isExcluded: false },
  ])
  expect(filtersOf('tool:pika-labs TOOL:sora -tool:"google veo"')).toEqual([
    { kind: 'tool', tools: ['pika-labs'], isExcluded: false },
    { kind: 'tool', tools: ['openai-sora'], isExcluded: false },
    { kind: 'tool', tools: ['google-veo-3'], isExcluded: true },
  ])
  const ratio = { kind: 'shape', shape: { ratio: '9:16' }, isExcluded: false }
  expect(filtersOf('shape:9:16 shape:9x16 -shape:portrait shape:square')).toEqual([
    ratio,
    ratio,
    { kind: 'shape', shape: 'vertical', isExcluded: true },
    { kind: 'shape', shape: { ratio: '1:1' }, isExcluded: false },
  ])
})

test('a search of nothing but emoji finds tags, and emoji beside words are decoration', () => {
  const tag = { kind: 'tag', isExcluded: false }
  expect(filtersOf(' 🌌 ❤️‍🔥')).toEqual([
    { ...tag, tag: '🌌' },
    { ...tag, tag: '❤️‍🔥' },
  ])
  expect(filtersOf('🇫🇷')).toEqual([{ ...tag, tag: '🇫🇷' }])
  expect(filtersOf('glass 🌌')).toEqual([])
  expect(filtersOf('🌌 #fog')).toEqual([{ ...tag, tag: 'fog' }])
})

test('an operator without a value is a word', () => {
  expect(wordsOf('tool:kling')).toEqual(['name kling*'])
  expect(parseSearch('tool: @ #fog shape:9:16').invalidFilters).toEqual([])
  const invalid = ['tool:kling', '-@a_b', 'SHAPE:round', '@"a b']
  expect(parseSearch(`fog ${invalid.join(' ')}`).invalidFilters).toEqual(invalid)
  for (const [typed, words] of [
    ['shape:round ', ['shape round']],
    ['shape:constructor ', ['shape constructor']],
    ['@some_body ', ['some body']],
    ['# ## @ - -- "" "', []],
    ['https://example.org/?a=1#b ', ['https example org a 1 b']],
    ["& | ! ( ) <-> :* \\ '", []],
  ] as const) {
    expect([typed, ...wordsOf(typed)]).toEqual([typed, ...words])
    expect(filtersOf(typed)).toEqual([])
  }
})

test('a search that is too long is cut between characters', () => {
  expect(parseSearch('x'.repeat(100_000)).phrases).toMatchObject([{ words: 'x'.repeat(SEARCH_MAX_LENGTH) }])
  expect(wordsOf('a b c d e f g h i j')).toHaveLength(SEARCH_MAX_TERMS)
  expect(parseSearch(`${'x'.repeat(99)}🎬`).text.isWellFormed()).toBe(true)
})

test('equivalent searches share a key', () => {
  expect(keyOf(parseSearch('  Glass   CITY'))).toBe(keyOf(parseSearch('glass city')))
  expect(keyOf(parseSearch('glass city '))).not.toBe(keyOf(parseSearch('glass city')))
})

test('every input is a valid search', () => {
  const typed = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 150 }),
    fc
      .array(fc.constantFrom('-', '#', '@', '"', 'tool:', 'shape:', ' ', 'fog', '9:16', "'", '\\', '東京', 'ﬀ'))
      .map((parts) => parts.join('')),
  )
  fc.assert(
    fc.property(typed, (text) => {
      const { phrases, filters } = parseSearch(text)
      expect(phrases.length + filters.length).toBeLessThanOrEqual(SEARCH_MAX_TERMS)
      for (const { words } of phrases) expect(words).toMatch(/^[\p{L}\p{N}]+( [\p{L}\p{N}]+)*$/u)
    }),
    { numRuns: 500 },
  )
})
