import { expect, test } from 'vitest'
import { type Candidate, rankNeighbours, type Subject } from './rank-neighbours.ts'

const subject: Subject = {
  toolUsed: 'pika-labs',
  model: 'Kling 2.1',
  likesCount: 10,
  tags: [
    { key: 'fog', name: 'Fog', count: 3 },
    { key: 'city', name: 'City', count: 900 },
  ],
  words: ['walrus', 'glass', 'tower', 'lamp'].map((name) => ({ key: name, name, count: 0 })),
  videosCount: 1_000,
}

function candidate(id: string, changes: Partial<Candidate>): Candidate {
  const made = { toolUsed: 'pika-labs' as const, model: null, likesCount: 0 }
  return { id, userId: id, ...made, tags: [], words: [], likersCount: 0, ...changes }
}

const ranked = (...candidates: Candidate[]) => rankNeighbours(subject, candidates)

test('a rare tag weighs more than words', () => {
  const found = ranked(
    candidate('common', { tags: ['city'] }),
    candidate('words', { words: ['glass', 'lamp'] }),
    candidate('rare', { tags: ['fog'] }),
  )
  expect(found.map(({ id, because }) => [id, because])).toEqual([
    ['rare', { kind: 'tags', tags: ['Fog'] }],
    ['words', { kind: 'words', words: ['glass', 'lamp'] }],
  ])
})

test('identical videos have full similarity, and videos without common traits have none', () => {
  const all = { tags: ['fog', 'city'], words: ['walrus', 'glass', 'tower', 'lamp'], likersCount: 10, likesCount: 10 }
  const [twin, ...others] = ranked(candidate('twin', { ...all, model: 'kling 2.1' }), candidate('stranger', {}))
  expect(others).toEqual([])
  expect(twin?.strength).toBeCloseTo(1)
})

test('likes of popular videos count less', () => {
  const found = ranked(
    candidate('loved', { likersCount: 8, likesCount: 10_000, words: ['lamp'] }),
    candidate('kindred', { likersCount: 8, likesCount: 10 }),
  )
  expect(found[0]).toMatchObject({ id: 'kindred', because: { kind: 'likes' } })
  expect(found[1]).toMatchObject({ id: 'loved', because: { kind: 'words', words: ['lamp'] } })
})

test('the reason names the tool only if neither clip names a model', () => {
  expect(ranked(candidate('same', { model: 'KLING 2.1' }))[0]?.because).toEqual({ kind: 'model', name: 'Kling 2.1' })
  expect(ranked(candidate('unknown', {}))).toEqual([])
  const plain = { ...subject, model: null }
  expect(rankNeighbours(plain, [candidate('tool', {})])[0]?.because).toMatchObject({ kind: 'model' })
  const other = { ...plain, toolUsed: 'other' as const }
  expect(rankNeighbours(other, [candidate('other', { toolUsed: 'other' })])).toEqual([])
})

test('at most three videos per creator and 24 in total are listed', () => {
  const ofOne = Array.from({ length: 9 }, (_, i) => candidate(`one ${i}`, { userId: 'one', tags: ['fog'] }))
  const ofMany = Array.from({ length: 40 }, (_, i) => candidate(`many ${i}`, { tags: ['fog'] }))
  const found = ranked(...ofOne, ...ofMany)
  expect(found).toHaveLength(24)
  expect(ranked(...ofOne)).toHaveLength(3)
})
