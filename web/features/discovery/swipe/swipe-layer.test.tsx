import { act, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { countView } from '../../../../contract/social/views.ts'
import { answer } from '../../../test/answers.ts'
import { buildVideo } from '../../../test/build.ts'
import { renderScreen } from '../../../test/render-screen.tsx'
import { SwipeLayer } from './swipe-layer.tsx'

const video = buildVideo()

test.each([
  [
    'the card of its clip',
    <article key="card">
      <a href={`/video/${video.id}`}>Target</a>
    </article>,
  ],
  [
    'the heading of the page if no card is there',
    <h1 key="heading" tabIndex={-1}>
      Target
    </h1>,
  ],
])('a view without an opener returns the focus to %s', async (_, target) => {
  answer(countView, { viewsCount: 1 })
  const user = renderScreen(
    <>
      {target}
      <SwipeLayer videos={[video]} onNearEnd={() => undefined} />
    </>,
    { at: `/?view=${video.id}` },
  )
  await screen.findByRole('dialog', { name: 'Videos, full screen' })
  await user.keyboard('{Escape}')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByText('Target')))
})

test('when the view closes because of a navigation, the new page sets the focus', async () => {
  answer(countView, { viewsCount: 1 })
  renderScreen(
    <>
      <h1 tabIndex={-1}>Target</h1>
      <SwipeLayer videos={[video]} onNearEnd={() => undefined} />
    </>,
    { at: `/?view=${video.id}` },
  )
  await screen.findByRole('dialog', { name: 'Videos, full screen' })
  act(() => history.pushState(null, '', '/profile/ada'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(document.activeElement).toBe(document.body)
})
