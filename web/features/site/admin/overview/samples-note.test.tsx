import { act, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { removeSamples } from '../../../../../contract/site/overview.ts'
import { answer, inContent, renderScreen } from '../../../../test/screens.tsx'
import { SamplesNote } from './samples-note.tsx'

test('after the samples are removed, the focus moves to the content of the page', async () => {
  answer(removeSamples, { creators: 3, clips: 12 })
  let showRemoved = () => {}
  function Page() {
    const [hasSamples, setSamples] = useState(true)
    showRemoved = () => setSamples(false)
    return inContent(<>{hasSamples && <SamplesNote />}</>)
  }
  const user = renderScreen(<Page />)
  await user.click(screen.getByRole('button', { name: 'Remove the samples' }))
  await user.click(await screen.findByRole('button', { name: 'Remove' }))
  expect(await screen.findByText('Sample clips removed')).toBeTruthy()
  await expect.poll(() => document.activeElement?.textContent).toBe('Remove the samples')
  act(() => showRemoved())
  await expect.poll(() => document.activeElement?.id).toBe('content')
})
