import { ApiError } from './api.ts'

/** What to tell a person of a call that failed: the server's sentence where it has one. */
export function whyFailed(error: Error): string {
  if (!(error instanceof ApiError)) return 'The site didn’t answer. Check your connection and try again.'
  return error.sentence ?? 'Something went wrong. Please try again.'
}
