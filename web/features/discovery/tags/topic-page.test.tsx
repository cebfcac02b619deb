import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Route } from 'wouter'
import { getTag, listTagVideos } from '../../../../contract/discovery/tags.ts'
import { answer, refuse, renderScreen } from '../../../test/screens.tsx'
import { TagPage } from './tag-page.tsx'
import { ToolPage } from './tool-page.tsx'

test.each([
  ['an unused tag invites the viewer to use it first', 0, 'The first clip with this tag could be yours.'],
  ['a tag that only muted people use explains the count', 1, 'Clips by people you’ve muted or blocked are left out.'],
])('the page of %s', async (_, videosCount, sentence) => {
  answer(getTag, { name: 'nobody has it', videosCount, hasMore: false })
  const asked = answer(listTagVideos, { videos: [], nextCursor: null })
  renderScreen(<TagPage />, { at: '/tag/nobody%20has%20it' })
  expect(screen.getByRole('heading', { level: 1, name: '#nobody has it' })).toBeTruthy()
  expect(await screen.findByText(sentence)).toBeTruthy()
  expect(asked).toMatchObject([{ params: { tag: 'nobody has it' } }])
})

test('an address that cannot be a tag shows the 404 screen', async () => {
  for (const endpoint of [getTag, listTagVideos]) refuse(endpoint, 400, { code: 'VALIDATION_FAILED' })
  renderScreen(<TagPage />, { at: '/tag/%00' })
  expect(await screen.findByRole('heading', { name: '404 Page Not Found' })).toBeTruthy()
})

test('an unknown tool has no page', () => {
  renderScreen(<Route path="/tool/:tool" component={ToolPage} />, { at: '/tool/a-camera' })
  expect(screen.getByRole('heading', { name: '404 Page Not Found' })).toBeTruthy()
})
