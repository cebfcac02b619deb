import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { searchVideos, suggestSearches } from '../../../../contract/discovery/search.ts'
import { getTrending, type Trending } from '../../../../contract/discovery/trending.ts'
import { type CreatorPage, listCreators } from '../../../../contract/social/creators.ts'
import { answer, disconnect, renderScreen } from '../../../test/screens.tsx'
import { buildCreator, buildOwnUser, buildSearchPage } from '../../../test/build.ts'
import { deletePersonalState } from '../../../viewer/personal-state.ts'
import { addRecentSearch, readRecentSearches } from './recent-searches.ts'
import { SearchPage } from './search-page.tsx'

const cover = { videoId: 'v1', thumbnailUrl: '/objects/fog.webp', placeholder: null }
const fog = { name: 'Fog', videosCount: 1, hasMore: false, covers: [cover] }
const pika = { ...fog, tool: 'pika-labs' as const, name: 'Pika Labs', videosCount: 1_000, hasMore: true }
const trending: Trending = { tags: [fog], tools: [pika] }
const people: CreatorPage = { creators: [buildCreator()], total: 1, isTotalCapped: false, nextCursor: null }
const nobody: CreatorPage = { ...people, creators: [], total: 0 }
const found = buildSearchPage({ count: 2, shownCount: 2 })

test('without a search, the page shows people and trending tags and tools', async () => {
  answer(getTrending, trending)
  answer(listCreators, people)
  renderScreen(<SearchPage />, { at: '/search' })
  const tag = await screen.findByRole('link', { name: '#Fog 1 clip' })
  expect(tag.getAttribute('href')).toBe('/tag/fog')
  expect(tag.querySelector('img')?.getAttribute('src')).toBe('/objects/fog.webp')
  expect(screen.getByRole('link', { name: 'Pika Labs 1,000+ clips' }).getAttribute('href')).toBe('/tool/pika-labs')
  const section = screen.getByRole('region', { name: 'People' })
  expect(within(section).getByRole('link', { name: /Ada/ }).getAttribute('href')).toBe('/profile/ada')
  expect(screen.queryByText('Recent searches')).toBeNull()
})

test('an empty site says that there is nothing to explore yet', async () => {
  answer(getTrending, { tags: [], tools: [] })
  answer(listCreators, nobody)
  renderScreen(<SearchPage />, { at: '/search' })
  expect(await screen.findByRole('heading', { name: 'Nothing to explore yet' })).toBeTruthy()
  expect(screen.queryByRole('heading', { name: 'People' })).toBeNull()
})

test('each part that fails to load can be loaded again on its own', async () => {
  disconnect(getTrending)
  disconnect(listCreators)
  const user = renderScreen(<SearchPage />, { at: '/search' })
  const heading = await screen.findByRole('heading', { name: 'We couldn’t load trending tags and tools' })
  expect(screen.getByText('We couldn’t load the creators.')).toBeTruthy()
  answer(getTrending, trending)
  await user.click(within(heading.parentElement!).getByRole('button', { name: 'Retry' }))
  expect(await screen.findByRole('link', { name: '#Fog 1 clip' })).toBeTruthy()
  answer(listCreators, people)
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByRole('link', { name: /Ada/ })).toBeTruthy()
})

test('while trending topics load slowly, recent searches and search tips are available', async () => {
  const slow = Promise.withResolvers<Trending>()
  answer(getTrending, () => slow.promise)
  answer(listCreators, people)
  addRecentSearch(undefined, 'fog')
  const user = renderScreen(<SearchPage />, { at: '/search' })
  expect(screen.getByRole('status', { name: 'Loading trending tags and tools' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'fog' }).getAttribute('href')).toBe('/search?q=fog')
  const tips = screen.getByRole('button', { name: 'Search tips' })
  expect(screen.queryByRole('link', { name: '#claymation' })).toBeNull()
  await user.click(tips)
  expect(tips.getAttribute('aria-expanded')).toBe('true')
  expect(screen.getByRole('link', { name: '#claymation' })).toBeTruthy()
  slow.resolve(trending)
  expect(await screen.findByRole('link', { name: '#Fog 1 clip' })).toBeTruthy()
})

test('each search is remembered once, newest first, and the viewer can remove it', async () => {
  answer(getTrending, trending)
  answer(listCreators, people)
  answer(suggestSearches, { suggestions: [] })
  answer(searchVideos, found)
  for (let i = 1; i <= 9; i++) addRecentSearch(undefined, `old ${i}`)
  addRecentSearch(undefined, 'old 5')
  const user = renderScreen(<SearchPage />, { at: '/search' })
  const recent = screen.getByRole('region', { name: 'Recent searches' })
  const names = () =>
    within(recent)
      .queryAllByRole('link')
      .map(({ textContent }) => textContent)
  expect(names()).toEqual(['old 5', ...[9, 8, 7, 6, 4, 3, 2].map((i) => `old ${i}`)])
  await user.click(screen.getByRole('button', { name: 'Remove old 9' }))
  expect(names()).not.toContain('old 9')
  expect(document.activeElement).toBe(recent)
  await user.click(screen.getByRole('button', { name: 'Clear all' }))
  expect(names()).toEqual([])
  expect(screen.getByText('No recent searches.')).toBeTruthy()
  expect(localStorage.length).toBe(0)
  await user.type(screen.getByRole('combobox'), ' paper boats {Enter}')
  expect(location.search).toBe('?q=paper+boats')
  expect(readRecentSearches()).toEqual(['paper boats'])
})

test('later suggestions keep the active one, and never put another in its place', async () => {
  answer(getTrending, trending)
  answer(listCreators, people)
  const [sea, seal, seagull] = ['sea', 'seal', 'seagull'].map((text) => ({ kind: 'words' as const, text }))
  const second = Promise.withResolvers<void>()
  answer(suggestSearches, async ({ query }) => {
    if (query['q'] === 's') return { suggestions: [sea!, seal!] }
    await second.promise
    return { suggestions: query['q'] === 'se' ? [seagull!, sea!, seal!] : [seagull!] }
  })
  const user = renderScreen(<SearchPage />, { at: '/search' })
  const field = screen.getByRole('combobox')
  await user.type(field, 's')
  await screen.findByRole('option', { name: 'seal' })
  await user.type(field, 'e')
  await user.keyboard('{ArrowDown}{ArrowDown}')
  const active = () => screen.queryByRole('option', { selected: true })?.textContent
  expect(active()).toBe('seal')
  second.resolve()
  await screen.findByRole('option', { name: 'seagull' })
  expect(active()).toBe('seal')
})

test('recent searches belong to one user and are deleted when they sign out', () => {
  const { id } = buildOwnUser()
  addRecentSearch(id, 'mine')
  expect(readRecentSearches()).toEqual([])
  deletePersonalState(id)
  expect(readRecentSearches(id)).toEqual([])
  expect(localStorage.length).toBe(0)
})

test('the tabs show the counts of results, and the address names the open tab', async () => {
  const searched = answer(searchVideos, found)
  const asked = answer(listCreators, people)
  const user = renderScreen(<SearchPage />, { at: '/search?q=%40ada+tool%3Apika-labs' })
  expect(await screen.findByRole('tab', { name: 'Clips (2)', selected: true })).toBeTruthy()
  expect(asked).toEqual([])
  await user.click(screen.getByRole('tab', { name: 'People' }))
  expect(await screen.findByRole('tab', { name: 'People (1)', selected: true })).toBeTruthy()
  expect(asked.map(({ query }) => query['q'])).toEqual(['ada'])
  expect(screen.getByRole('link', { name: /Ada/ })).toBeTruthy()
  expect(new URLSearchParams(location.search).get('tab')).toBe('people')
  await user.keyboard('{ArrowLeft}')
  expect(screen.getByRole('tab', { name: 'Clips (2)', selected: true })).toBe(document.activeElement)
  expect(new URLSearchParams(location.search).has('tab')).toBe(false)
  expect(searched).toHaveLength(1)
})

test('the viewer can choose the order only if clips were found', async () => {
  answer(searchVideos, found)
  answer(listCreators, people)
  const user = renderScreen(<SearchPage />, { at: '/search?q=ada' })
  expect(await screen.findByRole('tab', { name: 'Clips (2)' })).toBeTruthy()
  expect(screen.getByText('2 clips').className).toBe('sr-only')
  await user.click(screen.getByRole('button', { name: 'Newest' }))
  expect(new URLSearchParams(location.search).get('sort')).toBe('newest')
  await user.click(screen.getByRole('tab', { name: 'People' }))
  expect(screen.queryByRole('group', { name: 'Sort by' })).toBeNull()
  cleanup()
  answer(searchVideos, { ...found, count: 0, shownCount: 0 })
  renderScreen(<SearchPage />, { at: '/search?q=nothing%E2%80%AE' })
  expect(await screen.findByRole('tab', { name: 'Clips (0)' })).toBeTruthy()
  expect(screen.getByRole('heading', { name: '“nothing”' })).toBeTruthy()
  expect(screen.queryByRole('group', { name: 'Sort by' })).toBeNull()
})

test('a visible sentence gives the number of clips if some cannot be shown', async () => {
  answer(searchVideos, { ...found, count: 41_000, isAbout: true, shownCount: 2_000 })
  renderScreen(<SearchPage />, { at: '/search?q=ada' })
  expect((await screen.findByText('The best 2,000 of about 41,000 clips')).className).not.toContain('sr-only')
})

test('a URL can open the people tab, even without results', async () => {
  answer(listCreators, nobody)
  renderScreen(<SearchPage />, { at: '/search?q=ada&tab=people' })
  expect(await screen.findByRole('tab', { name: 'People (0)', selected: true })).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'No creators found' })).toBeTruthy()
})

test('a search that consists only of filters lists no people', async () => {
  const asked = answer(listCreators, people)
  renderScreen(<SearchPage />, { at: '/search?q=shape%3A9%3A16&tab=people' })
  expect(await screen.findByRole('heading', { name: 'No people match this search' })).toBeTruthy()
  await waitFor(() => expect(asked).toEqual([]))
})
