import { act, screen } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { getLineage } from '../../../../../contract/videos/lineage.ts'
import { updateVideo } from '../../../../../contract/videos/publishing.ts'
import { queryClient } from '../../../../net/query-client.ts'
import { answer, renderScreen } from '../../../../test/screens.tsx'
import { buildOwnUser, buildVideo } from '../../../../test/build.ts'
import { tagQuery, tagVideosQuery } from '../../../discovery/tags/tags.queries.ts'
import { EditVideoDialog } from './edit-video-dialog.tsx'

const video = buildVideo({ caption: 'Once', toolUsed: 'google-veo-3', model: 'Veo 3.1' })

beforeEach(() => {
  answer(getLineage, { parents: [], remixesCount: 0, license: null, whyNoRemix: null })
})

test('a chosen cover is sent as a moment, and “Automatic” as null', async () => {
  const clip = buildVideo({ durationSeconds: 24, coverAt: 2 })
  const user = renderScreen(<EditVideoDialog video={clip} onClose={() => {}} />, { viewer: buildOwnUser() })
  const sent = answer(updateVideo, clip)
  for (const name of ['Frame at 0:10', 'Automatic']) {
    await user.click(await screen.findByRole('radio', { name }))
    await user.click(screen.getByRole('button', { name: 'Save Changes' }))
  }
  await expect.poll(() => sent.map(({ body }) => body)).toEqual([{ coverAt: 10 }, { coverAt: null }])
})

test('a licence without derivatives allows no choice of who can remix', async () => {
  answer(getLineage, { parents: [], remixesCount: 0, license: 'CC-BY-ND-4.0', whyNoRemix: null })
  const user = renderScreen(<EditVideoDialog video={video} onClose={() => {}} />, { viewer: buildOwnUser() })
  const policy = await screen.findByLabelText<HTMLSelectElement>(/^Who can remix this/)
  await expect.poll(() => [policy.value, policy.disabled]).toEqual(['nobody', true])
  await user.selectOptions(screen.getByLabelText(/^Licence/), 'CC BY 4.0')
  expect([policy.value, policy.disabled]).toEqual(['everyone', false])
})

test('only a change of tags or tool refetches the clips of tags and their number, on the next visit', async () => {
  const clip = buildVideo({ title: 'Waves', tags: 'sea' })
  answer(updateVideo, { ...clip, tags: '' })
  queryClient.setQueryData(tagQuery('sea').queryKey, { name: 'sea', videosCount: 1, hasMore: false })
  queryClient.setQueryData(tagVideosQuery('sea').queryKey, { pages: [], pageParams: [] })
  const user = renderScreen(<EditVideoDialog video={clip} onClose={() => {}} />, { viewer: buildOwnUser() })
  const save = async () => {
    await user.click(await screen.findByRole('button', { name: 'Save Changes' }))
    await expect.poll(() => screen.queryByRole('button', { busy: true })).toBeNull()
    return [tagQuery, tagVideosQuery].map((of) => queryClient.getQueryState(of('sea').queryKey)?.isInvalidated)
  }
  const title = await screen.findByLabelText(/^Title/)
  await user.clear(title)
  await save()
  expect(await screen.findByText('Validation error')).toBeTruthy()
  await user.type(title, 'Waves!')
  expect(await save()).toEqual([false, false])
  await user.click(screen.getByRole('button', { name: 'Remove tag sea' }))
  expect(await save()).toEqual([true, true])
})

test('a change from another device is neither undone by saving nor counted as unsaved', async () => {
  const onClose = vi.fn<() => void>()
  let refresh = (_title: string) => {}
  function Page() {
    const [title, setTitle] = useState('Waves')
    refresh = setTitle
    return <EditVideoDialog video={buildVideo({ id: 'edited-twice', title, caption: 'Once' })} onClose={onClose} />
  }
  const user = renderScreen(<Page />, { viewer: buildOwnUser() })
  const sent = answer(updateVideo, video)
  const caption = await screen.findByLabelText(/^Caption/)
  act(() => refresh('Waves at dusk'))
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(onClose).toHaveBeenCalledOnce()
  await user.type(caption, '!')
  await user.click(screen.getByRole('button', { name: 'Save Changes' }))
  await expect.poll(() => sent.map(({ body }) => body)).toEqual([{ caption: 'Once!' }])
})
