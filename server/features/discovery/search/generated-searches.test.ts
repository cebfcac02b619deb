import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { suggestSearches, searchVideos } from '../../../../contract/discovery/search.ts'
import { faultsOf } from '../../../test/clients/contract-calls.ts'
import { hostileTexts, longTexts } from '../../../test/hostile-texts.ts'
import { insertVideos, testApp } from '../../../test/test-app.ts'
import { countWords } from './indexing/count-words.ts'
import { withTimeLimit } from '../../../db/time-limit.ts'
import { indexVideos } from './indexing/index-videos.ts'
import { sizeOf } from '../../../test/run-size.ts'

const AT_ONCE = 20

/** The first letters of many scripts, and special cases: combining marks, right-to-left text, private use, emoji. */
const scripts = [
  0x41, 0xc0, 0x300, 0x370, 0x400, 0x531, 0x5d0, 0x627, 0x710, 0x780, 0x904, 0x985, 0xa05, 0xa85, 0xb05, 0xb83, 0xc05,
  0xc85, 0xd05, 0xd85, 0xe01, 0xe81, 0xf40, 0x1000, 0x10a0, 0x1100, 0x1200, 0x13a0, 0x1401, 0x1681, 0x16a0, 0x1780,
  0x1820, 0x1e00, 0x2000, 0x2070, 0x2100, 0x2460, 0x2c00, 0x2d30, 0x3041, 0x30a1, 0x3105, 0x3400, 0x4e00, 0xa000,
  0xac00, 0xe000, 0xfb00, 0xfe00, 0xff21, 0x10000, 0x10330, 0x10400, 0x12000, 0x13000, 0x1d400, 0x1e900, 0x1f300,
  0x20000, 0xe0100, 0x10fffd,
]
const letter = fc
  .tuple(fc.constantFrom(...scripts), fc.nat(60))
  .map(([first, place]) => String.fromCodePoint(Math.min(first + place, 0x10ffff)))
const word = fc.oneof(
  fc.constantFrom('walrus', 'glass', 'city', 'the', 'wal', '東京都', 'Crème', "don't", 'a', '9:16'),
  fc.array(letter, { minLength: 1, maxLength: 12 }).map((letters) => letters.join('')),
  fc.string({ unit: 'binary', maxLength: 20 }),
)
const operator = fc.constantFrom('', '', '', ...'- # @ tool: shape: -# -@ -- " #" -" TOOL:"'.split(' '))
const term = fc.tuple(operator, word, fc.constantFrom('', '', '"')).map((parts) => parts.join(''))
const symbols = String.raw`& | ! ( ) :* :A <-> <2> ' '' \ % _ * .* [a-z]+ (a+)+$ $1 ; -- /* or select walrus`.split(' ')
const controls = ['\t', '\n', '\u0001', '\u007f', '\u2028', '\ufeff']
const queryLanguage = fc
  .array(fc.constantFrom(...symbols, ...controls, 'drop table videos', 'union all'), { maxLength: 20 })
  .map((parts) => parts.join(' '))
const typed = fc.oneof(
  { weight: 6, arbitrary: fc.array(term, { maxLength: 10 }).map((terms) => terms.join(' ')) },
  { weight: 2, arbitrary: queryLanguage },
  { weight: 1, arbitrary: fc.constantFrom(...hostileTexts, ...longTexts) },
)
const search = fc.record({
  q: typed,
  sort: fc.constantFrom('best', 'newest'),
  exact: fc.constantFrom('true', 'false'),
  limit: fc.constantFrom('1', '24', '100'),
})

const { searches, seed } = sizeOf({
  quick: { searches: 300, seed: 3 },
  deep: { searches: 8_000, seed: Number(process.env.FUZZ_SEED) || 1 },
})

const t = testApp()
beforeAll(async () => {
  const { user, caller } = await t.signUp()
  const ids = await insertVideos(t, user.id, 4)
  await caller.patch(`/api/videos/${ids[0]}`, { title: 'Walrus in a glass city', tags: 'walrus, 東京都' })
  await caller.patch(`/api/videos/${ids[1]}`, { title: 'Crème', caption: "don't", prompt: 'a walrus '.repeat(200) })
  await indexVideos(t.deps)
  await countWords(t.deps)
})

test(`${searches} generated searches get the responses that the contract declares`, async () => {
  const batch = fc.array(search, { minLength: AT_ONCE, maxLength: AT_ONCE })
  await fc.assert(
    fc.asyncProperty(batch, async (asked) => {
      await Promise.all(asked.map(ask))
    }),
    { seed, numRuns: searches / AT_ONCE, endOnFailure: true },
  )
})

async function ask(query: { q: string; sort: string; exact: string; limit: string }): Promise<void> {
  // Lone surrogates arrive as the replacement character.
  const text = new URLSearchParams({ q: query.q.toWellFormed() }).toString()
  const { sort, exact, limit } = query
  const found = await t.visitor.get(`/api/search?${text}&sort=${sort}&exact=${exact}&limit=${limit}`)
  const suggested = await t.visitor.get(`/api/search/suggestions?${text}`)
  const faults = [...faultsOf(searchVideos, found), ...faultsOf(suggestSearches, suggested)]
  // NUL cannot be typed, and is rejected as in every call.
  const status = query.q.includes('\0') ? 400 : 200
  expect([query.q, found.statusCode, suggested.statusCode, faults]).toEqual([query.q, status, status, []])
}

test('each search statement has a limit of 400 ms and its own plan', async () => {
  const settings = await withTimeLimit(t.db, async (tx) => [
    ...(await sql`show statement_timeout`.execute(tx)).rows,
    ...(await sql`show plan_cache_mode`.execute(tx)).rows,
  ])
  expect(settings).toEqual([{ statementTimeout: '400ms' }, { planCacheMode: 'force_custom_plan' }])
  expect((await sql`show statement_timeout`.execute(t.db)).rows).toEqual([{ statementTimeout: '30s' }])
})
