import type { Intent } from '../../../viewer/sign-in/intent.ts'

const acts = { like: 'like this clip', comment: 'comment on this clip', follow: 'follow this creator' } as const

/** Returns the reason for signing in, as the end of 'Sign in to …'. `undefined` if the visitor only signs in. */
export function signInReason(intent: Intent | undefined, next: string): string | undefined {
  if (intent) return acts[intent.act]
  if (next === '/upload') return 'upload a video'
  if (next === '/claim') return 'become an admin'
  if (next.startsWith('/upload?remix=')) return 'remix this clip'
  return next === '/profile' ? 'see your profile' : undefined
}
