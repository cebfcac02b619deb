import { ApiError } from './api.ts'

/** Returns the server's own message about a failed call, if it sent one. */
export function sentenceOf(error: unknown): string | undefined {
  return error instanceof ApiError ? error.sentence : undefined
}

/** Returns a message about a failed call for the user: the server's own if there is one. */
export function whyFailed(error: Error): string {
  if (!(error instanceof ApiError)) return 'The site didn’t answer. Check your connection and try again.'
  return error.sentence ?? 'Something went wrong. Please try again.'
}
