import { act, screen, waitFor, within } from '@testing-library/react'
import { useQuery } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { getTag } from '../../../../contract/discovery/tags.ts'
import { getUser } from '../../../../contract/social/profiles.ts'
import { getLineage } from '../../../../contract/videos/lineage.ts'
import { deleteVideo } from '../../../../contract/videos/publishing.ts'
import { queryClient } from '../../../net/query-client.ts'
import { profileByIdQuery } from '../../../people/profile-cache.ts'
import { answer, refuse, renderScreen } from '../../../test/screens.tsx'
import { buildOwnUser, buildProfile, buildVideo } from '../../../test/build.ts'
import { replaceUser } from '../../../viewer/viewer.queries.ts'
import { tagQuery } from '../../discovery/tags/tags.queries.ts'
import { PageActions } from './page-actions.tsx'

const names = () =>
  screen.getAllByRole('button').map((button) => button.getAttribute('aria-label') ?? button.textContent)

test('a hidden clip cannot be shared', () => {
  renderScreen(<PageActions video={buildVideo({ isHidden: true })} isOwner />)
  expect(names()).toContain('Edit')
  expect(names()).not.toContain('Share')
})

test('only owners can edit and delete their clip', () => {
  renderScreen(<PageActions video={buildVideo()} isOwner={false} />)
  expect(names()).toContain('More')
  expect(names()).not.toContain('Edit')
  expect(names()).not.toContain('Delete')
})

test('an edit makes room for signing in after the session has ended, and is kept for its owner', async () => {
  answer(getLineage, { parents: [], remixesCount: 0, license: null, whyNoRemix: null })
  const viewer = buildOwnUser({ id: 'owner-in-a-hurry' })
  const video = buildVideo({ id: 'kept', creator: { ...buildVideo().creator, id: viewer.id } })
  const user = renderScreen(<PageActions video={video} isOwner />, { viewer })
  await user.click(screen.getByRole('button', { name: 'Edit' }))
  await user.type(await screen.findByLabelText(/^Caption/), ' Kept')
  act(() => replaceUser(queryClient, null))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  act(() => replaceUser(queryClient, viewer))
  expect((await screen.findByLabelText<HTMLTextAreaElement>(/^Caption/)).value).toContain(' Kept')
})

test('a deletion leaves no page of the video in the history, and profiles and tags count again', async () => {
  const viewer = buildOwnUser({ id: 'owner-of-two' })
  const video = buildVideo({ creator: { ...buildVideo().creator, id: viewer.id } })
  let videosCount = 2
  answer(getTag, () => ({ name: 'sea', videosCount, hasMore: false }))
  answer(getUser, () => ({ user: buildProfile({ id: viewer.id, videosCount }) }))
  answer(deleteVideo, () => {
    videosCount--
  })
  const Counts = () => {
    const { data: profile } = useQuery(profileByIdQuery(viewer.id))
    const { data: tag } = useQuery(tagQuery('sea'))
    return `${profile?.user.videosCount} by the owner, ${tag?.videosCount} of the sea`
  }
  const user = renderScreen(
    <>
      <PageActions video={video} isOwner />
      <Counts />
    </>,
    { viewer, at: `/video/${video.id}` },
  )
  await screen.findByText('2 by the owner, 2 of the sea')
  const before = history.length
  await user.click(screen.getByRole('button', { name: 'Delete' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('1 by the owner, 1 of the sea')).toBeTruthy()
  expect([location.pathname, history.length - before]).toEqual(['/', 0])
})

test('a video that was already deleted on another device counts as deleted', async () => {
  const viewer = buildOwnUser()
  refuse(deleteVideo, 404, { code: 'NOT_FOUND' })
  const user = renderScreen(<PageActions video={buildVideo()} isOwner />, { viewer, at: '/video/video' })
  await user.click(screen.getByRole('button', { name: 'Delete' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('Video deleted')).toBeTruthy()
  expect(location.pathname).toBe('/')
})
