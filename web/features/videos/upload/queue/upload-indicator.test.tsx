import { screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { renderScreen } from '../../../../test/render-screen.tsx'
import { type ClipState, changeClip, newQueue } from './queue-state.ts'
import { UploadIndicator } from './upload-indicator.tsx'
import { queueOf } from './upload-queue.ts'

afterEach(() => queueOf('uploader').end())

test.for<[string, ClipState, string, string]>([
  ['that waits', { at: 'waiting', details: {} as never, problem: 'Offline.' }, 'Uploads: waiting', 'pause'],
  ['that failed', { at: 'form', failure: 'Too large.' }, 'Uploads: “New clip” failed', 'triangle-alert'],
  [
    'that is published',
    { at: 'publishing', step: { step: 'publishing', isOffline: false } },
    'Uploads: 100%',
    'arrow-up',
  ],
  [
    'that waits for the network',
    { at: 'publishing', step: { step: 'publishing', isOffline: true } },
    'Uploads: 100%, Uploaded. It will be published when you’re back online.',
    'pause',
  ],
])('a clip %s has its own label and icon in the header', ([, state, label, icon]) => {
  queueOf('uploader').queueState.set(changeClip(newQueue([]), 0, { state }))
  renderScreen(<UploadIndicator userId="uploader" />)
  expect(screen.getByRole('button', { name: label }).querySelector(`.lucide-${icon}`)).not.toBeNull()
})
