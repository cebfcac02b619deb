import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'

export const exportStatements = endpoint({
  method: 'GET',
  path: '/api/statements.jsonl',
  access: 'admin',
  summary: "The statements of reasons for the EU's transparency database (schema v2), one per line. For admins.",
  query: z.strictObject({
    /** Only decisions made on or after this day (UTC). */
    since: z.optional(z.iso.date('Please give a day, as in 2026-11-22')),
  }),
  response: z.string(),
  contentType: 'application/jsonl',
  replyHeaders: { 200: z.object({ 'Content-Disposition': z.string() }) },
})
