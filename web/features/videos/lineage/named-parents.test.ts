import { expect, test } from 'vitest'
import { addByAddress, parentRefs, restoreParents } from './named-parents.ts'
import { clipIdIn, remixedIn, remixPath } from './remix-paths.ts'

const id = (n: number) => `${n}0000000-0000-4000-8000-000000000000`

test.each([
  id(1),
  ` https://reverie.example/video/${id(1)} `,
  `/video/${id(1).toUpperCase()}/remixes`,
  `http://127.0.0.1:3000/video/${id(1)}?t=3#comments`,
])('%s is recognised as the address of a clip', (address) => {
  expect(clipIdIn(address)).toBe(id(1))
})

test.each(['', 'a clip', '/video/', `/profile/${id(1)}`, `/video/${id(1)}0`, `x${id(1)}`])(
  '%s is not recognised as the address of a clip',
  (address) => {
    expect(clipIdIn(address)).toBeUndefined()
  },
)

test('the address of the Remix button names the clip', () => {
  const { search } = new URL(remixPath(id(1)), 'http://reverie.test')
  expect(remixedIn(search)).toBe(id(1))
  expect(remixedIn('?remix=javascript:alert(1)')).toBeUndefined()
})

test('a remix can name up to four clips, each once', () => {
  const four = [1, 2, 3, 4].map((n) => ({ videoId: id(n), thanks: '' }))
  expect(addByAddress(four.slice(0, 3), id(4))).toEqual(four)
  expect(addByAddress(four, id(5))).toBe('You can add up to 4 clips.')
  expect(addByAddress(four, id(2))).toBe('You’ve already added this clip.')
  expect(addByAddress([], 'elsewhere.example')).toBe(
    'This isn’t a link to a clip on this site. Links look like …/video/….',
  )
})

test('thanks are trimmed, and empty thanks become null', () => {
  const parents = [1, 2].map((n) => ({ videoId: id(n), thanks: n === 1 ? ' Lovely! ' : '  ' }))
  expect(parentRefs(parents).map(({ thanks }) => thanks)).toEqual(['Lovely!', null])
})

test('restoring a draft keeps only valid clips, at most four, each once', () => {
  const kept = [1, 1, 2, 3, 4, 5].map((n) => ({ videoId: id(n), thanks: 'x'.repeat(300) }))
  expect(restoreParents(kept)).toEqual([1, 2, 3, 4].map((n) => ({ videoId: id(n), thanks: 'x'.repeat(200) })))
  expect(restoreParents(JSON.parse(JSON.stringify(kept.slice(1, 3))))).toEqual(
    [1, 2].map((n) => ({ videoId: id(n), thanks: 'x'.repeat(200) })),
  )
  for (const wrong of [undefined, null, 'x', {}, [null, 7, { videoId: 7 }, { videoId: 'x', thanks: 1 }]]) {
    expect(restoreParents(wrong)).toEqual([])
  }
})
