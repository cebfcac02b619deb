import { screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { retryVideo } from '../../../../contract/videos/publishing.ts'
import { getVideo } from '../../../../contract/videos/videos.ts'
import { answer, refuse, renderScreen } from '../../../test/screens.tsx'
import { buildVideo } from '../../../test/build.ts'
import { useVideo } from '../../../videos/video.queries.ts'
import { describeProcessing, ProcessingStatus } from './processing-status.tsx'

afterEach(() => void vi.useRealTimers())

type Processing = Parameters<typeof describeProcessing>[0]

const making: Processing = {
  status: 'processing',
  stage: 'poster',
  thumbnailUrl: null,
  failureReason: null,
  isHidden: false,
}
const states: [Processing, owner: string | undefined, others: string | undefined][] = [
  [making, 'Published. Making the poster…', 'Processing'],
  [{ ...making, stage: 'preview', thumbnailUrl: '/objects/x' }, 'Poster ready. Making the preview…', 'Processing'],
  [{ ...making, status: 'ready', stage: 'stream' }, 'Published. Making versions for slower connections…', undefined],
  [{ ...making, status: 'ready', stage: 'poster', thumbnailUrl: '/objects/x' }, 'Making the new cover…', undefined],
  [{ ...making, status: 'ready', stage: null }, undefined, undefined],
  [{ ...making, status: 'ready', stage: 'stream', isHidden: true }, undefined, undefined],
  [
    { ...making, status: 'failed', failureReason: 'It took too long.' },
    'It took too long. You can try again here, or delete this clip and upload a new file.',
    undefined,
  ],
]

test('the owner sees each step of processing, and others see only that the clip is processed', () => {
  for (const [video, owner, others] of states) {
    expect(describeProcessing(video, { isOwner: true })).toBe(owner)
    expect(describeProcessing(video, { isOwner: false })).toBe(others)
  }
})

/** The status, as the page of the clip shows it to the owner. */
function OwnStatus() {
  const { data } = useVideo('video')
  return data ? <ProcessingStatus video={data} isOwner /> : null
}

test('the owner sees each step of processing without reloading the page', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'setTimeout', 'clearInterval', 'clearTimeout', 'Date'] })
  const asked = answer(getVideo, buildVideo({ status: 'processing', stage: 'poster' }))
  renderScreen(<OwnStatus />)
  const step = async (afterMs: number) => {
    await vi.advanceTimersByTimeAsync(afterMs)
    return screen.getByRole('status').textContent
  }
  expect(await step(10)).toBe('Published. Making the poster…')
  answer(getVideo, buildVideo({ status: 'processing', stage: 'preview', thumbnailUrl: '/objects/poster' }))
  expect(await step(2_000)).toBe('Poster ready. Making the preview…')
  answer(getVideo, buildVideo({ stage: 'stream' }))
  expect(await step(2_000)).toBe('Published. Making versions for slower connections…')
  const last = answer(getVideo, buildVideo())
  expect(await step(4_000)).toBe('')
  await step(60_000)
  expect([asked.length, last.length]).toEqual([1, 1])
})

test('the owner of a failed clip can try again and keeps the focus', async () => {
  const failed = buildVideo({ status: 'failed', failureReason: 'The file is damaged.' })
  answer(getVideo, failed)
  refuse(retryVideo, 429, { message: 'Too many attempts.' })
  const user = renderScreen(<OwnStatus />)
  expect(await screen.findByText(/^The file is damaged\. .* upload a new file\.$/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Too many attempts.')).toBeTruthy()
  expect(screen.getByText('We couldn’t retry')).toBeTruthy()

  const retried = buildVideo({ status: 'processing', stage: 'poster' })
  answer(getVideo, retried)
  answer(retryVideo, retried)
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Published. Making the poster…')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  expect(document.activeElement?.textContent).toContain('Making the poster')
})

test('another viewer sees neither the reason for a failure nor the button', () => {
  renderScreen(<ProcessingStatus video={buildVideo({ status: 'failed', failureReason: 'Damaged.' })} isOwner={false} />)
  expect(screen.queryByText(/Damaged/)).toBeNull()
  expect(screen.queryByRole('button')).toBeNull()
})
