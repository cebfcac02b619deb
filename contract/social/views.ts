import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Count, Id, IdParams } from '../fields.ts'

export const countView = endpoint({
  method: 'POST',
  path: '/api/videos/:id/view',
  access: 'anyone',
  summary: 'Count a view. With a `visitId`, a video counts once per page visit, however often this is called.',
  params: IdParams,
  body: z.strictObject({ visitId: z.optional(Id) }),
  response: z.object({ viewsCount: Count }),
  errors: ['NOT_FOUND'],
})
