import { expect, test } from 'vitest'
import { previewQueue, streamQueue } from './render-queues.ts'

const fullHd = { width: 1920, height: 1080 }
const uhd8k = { width: 7680, height: 4320 }

test.each([
  {
    is: 'ten seconds of 1080p',
    video: { ...fullHd, durationSeconds: 10, framesCount: 300 },
    preview: { queue: 'render-preview', cost: 1 },
    stream: { queue: 'render-stream', cost: 1 },
  },
  {
    is: 'a minute of 1080p',
    video: { ...fullHd, durationSeconds: 60, framesCount: 1800 },
    preview: { queue: 'render-preview', cost: 2 },
    stream: { queue: 'render-stream', cost: 4 },
  },
  {
    is: 'ten minutes of 1080p that do not tell their pictures',
    video: { ...fullHd, durationSeconds: 600, framesCount: null },
    preview: { queue: 'render-preview', cost: 2 },
    stream: { queue: 'render-long-stream', cost: 37 },
  },
  {
    is: 'a minute of 8K',
    video: { ...uhd8k, durationSeconds: 60, framesCount: 1800 },
    preview: { queue: 'render-long-preview', cost: 15 },
    stream: { queue: 'render-long-stream', cost: 60 },
  },
])('$is waits among its like', ({ video, preview, stream }) => {
  expect([previewQueue(video), streamQueue(video)]).toEqual([preview, stream])
})
