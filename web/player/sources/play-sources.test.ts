import { expect, test } from 'vitest'
import { type Playable, playSources } from './play-sources.ts'

const nothingMade: Playable = { streamUrl: null, streamSizesCount: null, videoUrl: '/original', previewUrl: null }
const prepared: Playable = { ...nothingMade, streamUrl: '/stream', streamSizesCount: 3, previewUrl: '/preview' }
const addresses = (playable: Playable) => playSources(playable).map(({ url }) => url)

test('a stream with several sizes comes first, with the other sources as fallbacks', () => {
  expect(playSources(prepared)).toEqual([
    { kind: 'stream', url: '/stream' },
    { kind: 'file', url: '/original' },
    { kind: 'file', url: '/preview' },
  ])
})

test('a stream of a single size is a fallback for the original', () => {
  expect(addresses({ ...prepared, streamSizesCount: 1 })).toEqual(['/original', '/stream', '/preview'])
})

test('before processing, the original is the only source', () => {
  expect(addresses(nothingMade)).toEqual(['/original'])
})
