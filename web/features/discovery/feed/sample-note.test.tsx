import { screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { buildVideo } from '../../../test/build.ts'
import { renderScreen } from '../../../test/screens.tsx'
import { SampleNote } from './sample-note.tsx'

afterEach(() => localStorage.clear())

/** Renders the note above a feed with one clip per page. */
function renderNote(...pages: { isSample: boolean }[]) {
  const { creator } = buildVideo()
  const feed = pages.map(({ isSample }) => ({
    videos: [buildVideo({ creator: { ...creator, isSample } })],
    nextCursor: null,
  }))
  return renderScreen(<SampleNote feed={{ pages: feed, pageParams: [] }} />)
}

const note = () => screen.queryByText('“Sample” clips are placeholders drawn by code, not AI.')

test.each([
  ['samples on the first page', [{ isSample: true }], true],
  ['samples on later pages only', [{ isSample: false }, { isSample: true }], false],
  ['no page', [], false],
])('the note about samples is shown only for samples on the first page: %s', (_, pages, isShown) => {
  renderNote(...pages)
  expect(note() !== null).toBe(isShown)
})

test('a dismissed note does not return on the next visit', async () => {
  const user = renderNote({ isSample: true })
  await user.click(screen.getByRole('button', { name: 'Got it' }))
  expect(note()).toBeNull()
  renderNote({ isSample: true })
  expect(note()).toBeNull()
})
