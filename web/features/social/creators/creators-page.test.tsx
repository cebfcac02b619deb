import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { CreatorListQuery, type CreatorPage, listCreators } from '../../../../contract/social/creators.ts'
import { buildCreator } from '../../../test/build.ts'
import { answer, fill, renderScreen } from '../../../test/screens.tsx'
import { CreatorsPage, Leaderboard } from './creators-page.tsx'

const none: CreatorPage = { creators: [], total: 0, isTotalCapped: false, nextCursor: null }
const one: CreatorPage = { ...none, creators: [buildCreator()], total: 1 }

test('a capped total is shown with a plus sign', async () => {
  answer(listCreators, { ...one, total: 1000, isTotalCapped: true })
  renderScreen(<Leaderboard sort="totalViews" q="a" />)
  expect(await screen.findByText('Showing 1 of 1,000+ creators')).toBeTruthy()
  expect(screen.getByRole('listitem').textContent).toContain('#1Ada')
})

test('samples have no position on the leaderboard', async () => {
  answer(listCreators, { ...one, creators: [{ ...buildCreator(), isSample: true }] })
  renderScreen(<Leaderboard sort="totalViews" q="" />)
  expect((await screen.findByRole('listitem')).textContent).toMatch(/^Sample(?!.*#1)/)
})

test('a search that is longer than any name is shortened to a length that the server accepts', async () => {
  const requests = answer(listCreators, none)
  renderScreen(<Leaderboard sort="totalViews" q={'x'.repeat(101)} />)
  expect(await screen.findByText('No creators found')).toBeTruthy()
  expect(CreatorListQuery.safeParse(requests[0]?.query).success).toBe(true)
})

test('the previous list stays while another loads, and a search without results says so', async () => {
  answer(listCreators, one)
  renderScreen(<CreatorsPage />, { at: '/creators' })
  await screen.findByText('Showing 1 of 1 creators')
  const next = Promise.withResolvers<CreatorPage>()
  const requests = answer(listCreators, () => next.promise)
  await fill(screen.getByPlaceholderText('Search creators...'), 'nobody')
  await waitFor(() => expect(requests.at(-1)?.query).toMatchObject({ q: 'nobody' }))
  expect(location.search).toBe('?q=nobody')
  expect(screen.getAllByRole('listitem')).toHaveLength(1)
  next.resolve(none)
  expect(await screen.findByText('No creators found')).toBeTruthy()
  expect(screen.getByText('Try adjusting your search query.')).toBeTruthy()
})

test('the order is sent to the server and kept in the address', async () => {
  const requests = answer(listCreators, one)
  const user = renderScreen(<CreatorsPage />, { at: '/creators' })
  const order = await screen.findByRole('combobox')
  await user.selectOptions(order, 'Most Videos')
  await waitFor(() => expect(requests.at(-1)?.query).toMatchObject({ sort: 'videosCount' }))
  expect(location.search).toBe('?sort=videosCount')
})
