import { onSignOut } from '../personal-state.ts'

/** What a visitor wanted to do when they were asked to sign in. */
export type Intent =
  | { act: 'like' | 'comment'; videoId: string }
  | { act: 'follow'; personId: string; /** For the toast that says so. */ name: string }

interface Kept {
  intent: Intent
  /** Where they were, and come back to. */
  from: string
  keptAtMs: number
}

/** In the storage of this tab: nobody can ask for an act by sending somebody a link. */
const KEY = 'sign-in intent'
/** Long enough to make an account. Whoever comes back later does not expect it any more. */
const MAX_AGE_MS = 15 * 60_000

/** Takes the place of the one before. */
export function keepIntent(intent: Intent, from: string): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ intent, from, keptAtMs: Date.now() } satisfies Kept))
  } catch {
    // Storage is blocked or full: what was wanted is asked for again by hand.
  }
}

/** What was wanted at `from` a moment ago. */
export function findIntent(from: string): Intent | undefined {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Kept | null
    const ageMs = Date.now() - (kept?.keptAtMs ?? 0)
    return kept?.from === from && ageMs >= 0 && ageMs < MAX_AGE_MS ? kept.intent : undefined
  } catch {
    return undefined
  }
}

/** The same for whoever acts on it: it is found once. */
export function takeIntent(from: string): Intent | undefined {
  const intent = findIntent(from)
  forgetIntent()
  return intent
}

// Whoever signed in meanwhile, in another tab say, did so without it.
onSignOut(() => forgetIntent())

export function forgetIntent(): void {
  try {
    sessionStorage.removeItem(KEY)
  } catch {
    // Storage is blocked: nothing is kept there.
  }
}
