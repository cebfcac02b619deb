import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderScreen } from '../../../../test/screens.tsx'
import { FilePreview } from './file-preview.tsx'

test('a chosen file shows its picture, name, size, length and ratio, and whether it will be converted', () => {
  const file = new File([new Uint8Array(1_500_000)], 'dunes.mp4')
  const facts = { width: 1280, height: 720, durationSeconds: 65, tags: {} }
  const chosen = { file, url: 'blob:dunes', findings: { facts } }
  renderScreen(<FilePreview chosen={chosen} continued={undefined} />)
  const preview = within(screen.getByRole('figure'))
  const picture = preview.getByLabelText<HTMLVideoElement>('Preview of the chosen video')
  expect(picture.src).toBe('blob:dunes')
  for (const fact of ['dunes.mp4', '1.4 MB', '1:05', '16:9 (1280 × 720)']) expect(preview.getByText(fact)).toBeTruthy()
  expect(preview.queryByText(/convert/)).toBeNull()
  fireEvent.error(picture)
  expect(preview.getByText('This browser can’t play this file. We’ll convert it.')).toBeTruthy()
})
