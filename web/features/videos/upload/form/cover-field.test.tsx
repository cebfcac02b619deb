import { screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { renderScreen } from '../../../../test/screens.tsx'
import { CoverField, type CoverSource } from './cover-field.tsx'

const clip: CoverSource = { url: '/objects/video.mp4', durationSeconds: 24, width: 1280, height: 720 }

/** Renders the field as a form does, and returns the moments that were chosen. */
function open({ source = clip, stored = null }: { source?: CoverSource; stored?: number | null } = {}) {
  const chosen: (number | null)[] = []
  function Form() {
    const [coverAt, setCoverAt] = useState(stored)
    const choose = (moment: number | null) => {
      chosen.push(moment)
      setCoverAt(moment)
    }
    return <CoverField label="Cover" source={source} coverAt={coverAt} onChange={choose} disabled={false} />
  }
  return { user: renderScreen(<Form />), chosen }
}

const names = () => screen.getAllByRole('radio').map((radio) => radio.closest('label')?.textContent)

test('the keyboard can choose a frame or the automatic choice', async () => {
  const { user, chosen } = open()
  expect(screen.getByRole('radiogroup', { name: 'Cover' })).toBeTruthy()
  const frames = ['0:02', '0:06', '0:10', '0:14', '0:18', '0:22'].map((time) => `Frame at ${time}`)
  expect(names()).toEqual(['Automatic', ...frames])
  const automatic = screen.getByRole<HTMLInputElement>('radio', { name: 'Automatic' })
  expect(automatic.checked).toBe(true)
  await user.click(screen.getByRole('radio', { name: 'Frame at 0:06' }))
  await user.keyboard('{ArrowRight}')
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Frame at 0:10' }).checked).toBe(true)
  await user.click(automatic)
  expect(chosen).toEqual([6, 10, null])
})

test('a stored moment replaces the nearest frame, and stays available', async () => {
  const { user } = open({ stored: 7.5 })
  const stored = screen.getByRole<HTMLInputElement>('radio', { name: 'Frame at 0:07' })
  expect(stored.checked).toBe(true)
  expect(names()).toHaveLength(7)
  await user.click(screen.getByRole('radio', { name: 'Automatic' }))
  expect(screen.getByRole('radio', { name: 'Frame at 0:07' })).toBe(stored)
})

test('frames from the same second have different names', () => {
  open({ source: { ...clip, durationSeconds: 3 } })
  expect(new Set(names())).toHaveLength(7)
  expect(names()).toContain('Frame at 0:00.7')
})

test.each([0.04, 0.4])('the frames of a clip of %d seconds differ, and so do their names', (durationSeconds) => {
  open({ source: { ...clip, durationSeconds } })
  expect(names().length).toBeGreaterThan(4)
  expect(new Set(names())).toHaveLength(names().length)
})

test('if the browser cannot play a clip, the user chooses its cover by time', async () => {
  const source = vi.spyOn(HTMLMediaElement.prototype, 'src', 'set')
  onTestFinished(() => source.mockRestore())
  source.mockImplementation(function fail(this: HTMLMediaElement) {
    this.dispatchEvent(new Event('error'))
  })
  const { user, chosen } = open()
  expect(await screen.findByText('This browser can’t show the frames. You can still choose a time.')).toBeTruthy()
  await user.click(screen.getByRole('radio', { name: 'Frame at 0:14' }))
  expect(chosen).toEqual([14])
})

test('a clip of unknown length offers no choice of cover', () => {
  open({ source: { url: clip.url } })
  expect(screen.queryByRole('radiogroup')).toBeNull()
})

test('the group is marked as invalid if the server refuses the chosen moment', () => {
  renderScreen(
    <CoverField label="Cover" source={clip} coverAt={2} onChange={() => undefined} error="Too late" disabled={false} />,
  )
  expect(screen.getByRole('radiogroup', { name: 'Cover' }).getAttribute('aria-invalid')).toBe('true')
})
