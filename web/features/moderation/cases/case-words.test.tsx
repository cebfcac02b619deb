import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import type { Snapshot } from '../../../../contract/moderation/cases.ts'
import { CoveredMedia } from './covered-media.tsx'
import { CaseWords } from './case-words.tsx'

/** Returns a function that returns the removed and added words on the screen. */
function show(snapshot: Snapshot, current: Snapshot) {
  render(<CaseWords snapshot={snapshot} current={current} isThere />)
  const marked = (tag: string) => [...document.querySelectorAll(`dd ${tag}`)].map(({ textContent }) => textContent)
  return () => ({ removed: marked('del'), added: marked('ins') })
}

test('words that changed since the report are marked', async () => {
  await expect.poll(show({ text: 'Buy cheap watches here' }, { text: 'Buy nice watches here' })).toEqual({
    removed: ['[removed: cheap]'],
    added: ['[added: nice]'],
  })
})

test('a rewritten text is shown in full, in its old and its new version', async () => {
  await expect.poll(show({ bio: 'Buy watches' }, { bio: 'I draw the sea' })).toEqual({
    removed: ['[removed: Buy watches]'],
    added: ['[added: I draw the sea]'],
  })
  expect(show({ caption: 'Only here' }, {})().removed).toContain('[removed: Only here]')
})

test('a text in which only spaces changed is not marked', async () => {
  show({ title: 'One two' }, { title: 'One  two' })
  await waitFor(() => expect(screen.queryByText(/Changed since/)).toBeNull())
})

test('an AI tool is shown by its label', async () => {
  show({ tool: 'google-veo-3' }, { tool: 'google-veo-3' })
  expect(screen.getByText('Google Veo 3')).toBeTruthy()
  await expect.poll(show({ tool: 'google-veo-3' }, { tool: 'openai-sora' })).toEqual({
    removed: ['[removed: Google Veo 3]'],
    added: ['[added: OpenAI Sora]'],
  })
})

test('the focus stays at a clip that the moderator reveals', async () => {
  render(<Media />)
  await userEvent.click(screen.getByRole('button', { name: /^Show the clip/ }))
  const clip = screen.getByLabelText('The clip')
  expect(document.activeElement).not.toBe(document.body)
  expect(document.activeElement?.contains(clip)).toBe(true)
})

function Media() {
  const [isShown, setShown] = useState(false)
  const media = { videoUrl: '/objects/v1.mp4', thumbnailUrl: null }
  return <CoveredMedia media={media} isShown={isShown} onShow={() => setShown(true)} />
}
