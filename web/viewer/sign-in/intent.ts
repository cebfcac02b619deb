import { readStored, writeStored } from '../../page/browser-storage.ts'
import { onSignOut } from '../personal-state.ts'

/** The action that a visitor attempted before being asked to sign in. */
export type Intent =
  | { act: 'like' | 'comment'; videoId: string }
  | { act: 'follow'; personId: string; /** Shown in the toast. */ name: string }

interface StoredIntent {
  intent: Intent
  /** The address that the visitor came from and returns to. */
  from: string
  storedAtMs: number
}

/** Storage name. An address with the intent would let a link make another person perform the action. */
const KEY = 'sign-in intent'
/** Lifetime of an intent: long enough to register, and short enough that the visitor still expects the action. */
const MAX_AGE_MS = 15 * 60_000

/** Stores an intent. It replaces the previous one. */
export function storeIntent(intent: Intent, from: string): void {
  writeStored('sessionStorage', KEY, JSON.stringify({ intent, from, storedAtMs: Date.now() } satisfies StoredIntent))
}

/** Returns the unexpired intent of `from`. */
export function readIntent(from: string): Intent | undefined {
  const stored = JSON.parse(readStored('sessionStorage', KEY) ?? 'null') as StoredIntent | null
  const ageMs = Date.now() - (stored?.storedAtMs ?? 0)
  return stored?.from === from && ageMs >= 0 && ageMs < MAX_AGE_MS ? stored.intent : undefined
}

/** Returns the unexpired intent of `from`. Deletes the stored intent in any case, so that the action runs once. */
export function consumeIntent(from: string): Intent | undefined {
  const intent = readIntent(from)
  deleteIntent()
  return intent
}

// A sign-in in another tab leaves the intent in this tab. Signing out deletes it, so that a later sign-in does not
// perform it.
onSignOut(() => deleteIntent())

export function deleteIntent(): void {
  writeStored('sessionStorage', KEY, null)
}
