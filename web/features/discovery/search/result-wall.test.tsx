import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { type SearchPage, searchVideos } from '../../../../contract/discovery/search.ts'
import { answer } from '../../../test/answers.ts'
import { renderScreen } from '../../../test/render-screen.tsx'
import { ResultWall } from './result-wall.tsx'

const nothing: SearchPage = {
  videos: [],
  nextCursor: null,
  excerpts: {},
  creators: [],
  count: 0,
  isAbout: false,
  shownCount: 0,
  corrected: null,
  isCut: false,
}

test('a search that matches people but no clips shows the people', async () => {
  const maria = { id: 'p1', username: 'maria', displayName: 'Maria Sol', avatarUrl: null }
  answer(searchVideos, { ...nothing, creators: [maria] })
  renderScreen(<ResultWall search={{ q: 'ma', sort: 'best', isExact: false }} />)
  const person = await screen.findByRole('link', { name: /Maria Sol/ })
  expect(person.getAttribute('href')).toBe('/profile/maria')
  expect(screen.getByRole('link', { name: 'More people' }).getAttribute('href')).toBe('/creators?q=ma')
  expect(screen.getByRole('heading', { name: 'No clips match this search' })).toBeTruthy()
})
