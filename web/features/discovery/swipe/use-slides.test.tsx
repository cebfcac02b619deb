import { screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { buildVideo } from '../../../test/build.ts'
import { renderScreen } from '../../../test/screens.tsx'
import { useViewedId } from './swipe-address.ts'
import { useSlides } from './use-slides.ts'

const all = ['a', 'b', 'c'].map((id) => buildVideo({ id, title: id }))

/** The view of a wall with videos that can be removed. */
function View({ videos, viewedId }: { videos: typeof all; viewedId: string }) {
  const { slides } = useSlides(viewedId, videos)
  return <p>{`${viewedId} of ${slides.map(({ id }) => id).join()}`}</p>
}

function Wall() {
  const [videos, setVideos] = useState(all)
  const viewedId = useViewedId()
  return (
    <>
      <button onClick={() => setVideos(videos.filter(({ id }) => id !== viewedId))}>Remove this</button>
      {viewedId && <View videos={videos} viewedId={viewedId} />}
    </>
  )
}

test('the next video replaces a removed one; after the last the view closes', async () => {
  const user = renderScreen(<Wall />, { at: '/?view=b' })
  const remove = () => user.click(screen.getByText('Remove this'))
  expect(screen.getByText('b of a,b,c')).toBeTruthy()
  await remove()
  expect(screen.getByText('c of a,c')).toBeTruthy()
  await remove()
  expect(screen.getByText('a of a')).toBeTruthy()
  await remove()
  expect(location.search).toBe('')
})
