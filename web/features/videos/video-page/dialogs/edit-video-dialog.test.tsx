import { act, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { getLineage } from '../../../../../contract/videos/lineage.ts'
import { updateVideo } from '../../../../../contract/videos/publishing.ts'
import { queryClient } from '../../../../net/query-client.ts'
import { answer, fill, renderScreen } from '../../../../test/screens.tsx'
import { buildOwnUser, buildVideo } from '../../../../test/build.ts'
import { tagQuery, tagVideosQuery } from '../../../discovery/tags/tags.queries.ts'
import { EditVideoDialog } from './edit-video-dialog.tsx'

const video = buildVideo({ caption: 'Once', toolUsed: 'google-veo-3', model: 'Veo 3.1' })

test('only changed fields are sent', async () => {
  answer(getLineage, { parents: [], remixesCount: 0, license: null, whyNoRemix: null })
  const onClose = vi.fn<() => void>()
  const user = renderScreen(<EditVideoDialog video={video} onClose={onClose} />, { viewer: buildOwnUser() })
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit video' }))
  const field = (label: RegExp) => dialog.getByLabelText<HTMLInputElement>(label)
  const type = (label: RegExp, text: string) => fill(field(label), text)
  const save = () => user.click(dialog.getByRole('button', { name: 'Save Changes' }))
  const sent = answer(updateVideo, video)
  expect(dialog.getByText('5/80')).toBeTruthy()
  await type(/^Title/, ' ')
  await save()
  expect((await screen.findAllByText('Validation error')).length).toBeGreaterThan(0)
  expect(dialog.getByText('Title is required')).toBeTruthy()
  expect(document.activeElement).toBe(field(/^Title/))
  expect(sent).toEqual([])

  await type(/^Title/, 'Sea')
  await type(/^Caption/, '')
  await type(/^Model/, 'Kling 2.1')
  await user.selectOptions(field(/^AI tool/), 'Other')
  await save()
  expect((await screen.findAllByText('Video updated')).length).toBeGreaterThan(0)
  expect(onClose).toHaveBeenCalledOnce()
  expect(sent).toMatchObject([
    { params: { id: video.id }, body: { title: 'Sea', caption: null, model: 'Kling 2.1', toolUsed: 'other' } },
  ])
  expect(Object.keys(sent[0]!.body as object)).toHaveLength(4)
})

test('a chosen cover is sent as a moment, and “Automatic” as null', async () => {
  answer(getLineage, { parents: [], remixesCount: 0, license: null, whyNoRemix: null })
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
  answer(getLineage, { parents: [], remixesCount: 0, license: null, whyNoRemix: null })
  answer(updateVideo, { ...clip, tags: '' })
  queryClient.setQueryData(tagQuery('sea').queryKey, { name: 'sea', videosCount: 1, hasMore: false })
  queryClient.setQueryData(tagVideosQuery('sea').queryKey, { pages: [], pageParams: [] })
  const user = renderScreen(<EditVideoDialog video={clip} onClose={() => {}} />, { viewer: buildOwnUser() })
  const save = async () => {
    await user.click(await screen.findByRole('button', { name: 'Save Changes' }))
    await expect.poll(() => screen.queryByRole('button', { busy: true })).toBeNull()
    return [tagQuery, tagVideosQuery].map((of) => queryClient.getQueryState(of('sea').queryKey)?.isInvalidated)
  }
  await user.type(await screen.findByLabelText(/^Title/), '!')
  expect(await save()).toEqual([false, false])
  await user.click(screen.getByRole('button', { name: 'Remove tag sea' }))
  expect(await save()).toEqual([true, true])
})

test('a change from another device is neither undone by saving nor counted as unsaved', async () => {
  answer(getLineage, { parents: [], remixesCount: 0, license: null, whyNoRemix: null })
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
