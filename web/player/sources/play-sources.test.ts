import { expect, test } from 'vitest'
import { type Playable, playSources } from './play-sources.ts'

const nothingMade: Playable = { streamUrl: null, streamSizesCount: null, videoUrl: '/original', previewUrl: null }
const prepared: Playable = { ...nothingMade, streamUrl: '/stream', streamSizesCount: 3, previewUrl: '/preview' }
const addresses = (playable: Playable) => playSources(playable).map(({ url }) => url)

test('a stream with a choice of sizes comes first, and everything else may take its place', () => {
  expect(playSources(prepared)).toEqual([
    { kind: 'stream', url: '/stream' },
    { kind: 'file', url: '/original' },
    { kind: 'file', url: '/preview' },
  ])
})

test('a stream of one size is only there in case that the original does not play', () => {
  expect(addresses({ ...prepared, streamSizesCount: 1 })).toEqual(['/original', '/stream', '/preview'])
})

test('until something is made, the original is all there is', () => {
  expect(addresses(nothingMade)).toEqual(['/original'])
})
