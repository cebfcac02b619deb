import { screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { renderScreen } from '../../../../test/screens.tsx'
import { describeClipState } from './clip-labels.ts'
import { ClipStatus } from './clip-status.tsx'
import { type ClipState, changeClip, newQueue } from './queue-state.ts'
import { UploadIndicator } from './upload-indicator.tsx'
import { queueOf } from './upload-queue.ts'

afterEach(() => queueOf('uploader').end())

test.for<[string, ClipState, string, string]>([
  ['that waits', { kind: 'queued', details: {} as never, problem: 'Offline.' }, 'Uploads: waiting', 'pause'],
  ['that failed', { kind: 'form', failure: 'Too large.' }, 'Uploads: “New clip” failed', 'triangle-alert'],
  [
    'that is published',
    { kind: 'uploading', step: { kind: 'publishing', isOffline: false } },
    'Uploads: 100%',
    'arrow-up',
  ],
  [
    'that waits for the network',
    { kind: 'uploading', step: { kind: 'publishing', isOffline: true } },
    'Uploads: 100%, Uploaded. It will be published when you’re back online.',
    'pause',
  ],
])('a clip %s has its own label and icon in the header', ([, state, label, icon]) => {
  queueOf('uploader').queueState.set(changeClip(newQueue([]), 0, { state }))
  renderScreen(<UploadIndicator userId="uploader" />)
  expect(screen.getByRole('button', { name: label }).querySelector(`.lucide-${icon}`)).not.toBeNull()
})

test('a clip that waits for the server is not called uploading, and says why it waits', () => {
  const controls = { pause: () => {}, resume: () => {}, cancel: () => {} }
  const progress = { sentBytes: 1, totalBytes: 4, bytesPerSecond: 1, secondsLeft: 3 }
  const step = {
    kind: 'sending',
    transfer: { kind: 'interrupted', reason: 'The disk is full.' },
    progress,
    controls,
  } as const
  const queue = changeClip(newQueue([]), 0, { state: { kind: 'uploading', step } })
  expect(describeClipState(queue.clips[0]!)).toBe('Waiting at 25%')
  renderScreen(<ClipStatus state={{ kind: 'uploading', step }} onCancel={() => {}} />)
  expect(screen.getByText('The disk is full. Retrying automatically.')).toBeTruthy()
  expect(screen.getByText('Please wait. You can browse the site, but keep this tab open.')).toBeTruthy()
})
