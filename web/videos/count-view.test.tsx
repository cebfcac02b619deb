import { QueryClient } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { countView } from '../../contract/social/views.ts'
import type { Video } from '../../contract/videos/videos.ts'
import { answer, refuse } from '../test/screens.tsx'
import { buildVideo } from '../test/build.ts'
import { countFirstPlay } from './count-view.ts'
import { videoKey } from './video-cache.ts'

function clientWith(id: string) {
  const client = new QueryClient()
  client.setQueryData(videoKey(id), buildVideo({ id, viewsCount: 4 }))
  return { client, views: () => client.getQueryData<Video>(videoKey(id))?.viewsCount }
}

test('the first play of a visit counts one view at once', async () => {
  const sent = answer(countView, { viewsCount: 9 })
  const { client, views } = clientWith('played')
  const counting = countFirstPlay(client, 'played')
  expect(views()).toBe(5)
  await counting
  expect(views()).toBe(9)
  await countFirstPlay(client, 'played')
  expect(sent).toHaveLength(1)
})

test('a view that could not be counted is removed and logged', async () => {
  refuse(countView, 429)
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const { client, views } = clientWith('refused')
  await countFirstPlay(client, 'refused')
  expect(views()).toBe(4)
  expect(warn).toHaveBeenCalledWith('Failed to count a view.', expect.anything())
  warn.mockRestore()
})
