import { expect, test } from 'vitest'
import { describeProcessing } from './processing-status.tsx'

type Processing = Parameters<typeof describeProcessing>[0]

const making: Processing = {
  status: 'processing',
  stage: 'poster',
  thumbnailUrl: null,
  failureReason: null,
  isHidden: false,
}
const states: [Processing, owner: string | undefined, others: string | undefined][] = [
  [making, 'Published. Making the poster…', 'Being prepared'],
  [{ ...making, stage: 'preview', thumbnailUrl: '/objects/x' }, 'Poster ready. Making the preview…', 'Being prepared'],
  [{ ...making, status: 'ready', stage: 'stream' }, 'On the wall. Making versions for slower connections…', undefined],
  [{ ...making, status: 'ready', stage: null }, undefined, undefined],
  [{ ...making, status: 'ready', stage: 'stream', isHidden: true }, undefined, undefined],
  [
    { ...making, status: 'failed', failureReason: 'It took too long.' },
    'It took too long. If it fails again, delete this clip and upload it again as MP4.',
    undefined,
  ],
]

test('only the owner sees the progress of processing; others see that the clip is being prepared', () => {
  for (const [video, owner, others] of states) {
    expect(describeProcessing(video, true)).toBe(owner)
    expect(describeProcessing(video, false)).toBe(others)
  }
})
