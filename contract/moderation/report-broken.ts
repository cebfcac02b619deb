import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { IdParams } from '../fields.ts'

export const reportBroken = endpoint({
  method: 'POST',
  path: '/api/videos/:id/report-broken',
  access: 'anyone',
  summary:
    'Report that a video does not load. The server checks the file: it hides a video that it cannot decode, and shows it again once it can. Replies NOT_FOUND if the caller cannot see the video.',
  params: IdParams,
  response: z.object({
    /** Whether the video is hidden now. */
    hidden: z.boolean(),
    /** Whether it was hidden before this call. */
    alreadyHidden: z.boolean(),
  }),
  errors: ['NOT_FOUND'],
})
