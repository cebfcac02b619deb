import { dismissFailure, reportFailure } from '../page/toast.ts'

interface Toggle<State> {
  /** Identifies the toggle, so that presses on the same one are coordinated: `like <id>`. */
  key: string
  /** The state that the user wants. */
  wish: boolean
  /** The state on screen, and the one to show at once. A failure restores the last state from the server. */
  before: State
  after: State
  show: (state: State) => void
  send: (wish: boolean) => Promise<State>
  onSaved?: (state: State) => void
  onFailed: (error: Error, wish: boolean) => void
}

/** The last press of each toggle that is being saved, by key. */
const lastPress = new Map<string, { wish: boolean }>()

/**
 * Flips a toggle on screen at once and saves it. Calls with the same key never overlap: when a call has ended, the last
 * press is sent if its wish is not saved yet. Quick presses therefore end in the right state. If the last call fails,
 * the toggle returns to the last state from the server.
 */
export async function toggleOptimistically<State>(toggle: Toggle<State>): Promise<void> {
  const { key, wish, before, after, show, send, onSaved, onFailed } = toggle
  dismissFailure(key)
  show(after)
  const isUnderWay = lastPress.has(key)
  let press = { wish }
  lastPress.set(key, press)
  if (isUnderWay) return
  let saved = before
  let failure: Error | undefined
  let sent: typeof press
  do {
    sent = press
    failure = undefined
    try {
      saved = await send(sent.wish)
    } catch (error) {
      failure = error as Error
    }
    press = lastPress.get(key)!
  } while (failure ? press !== sent : press.wish !== sent.wish)
  lastPress.delete(key)
  show(saved)
  if (failure) reportFailure(key, () => onFailed(failure, sent.wish))
  else onSaved?.(saved)
}

/** Whether a toggle is still being saved: the one with this key, by default any. */
export function isToggling(key?: string): boolean {
  return key === undefined ? lastPress.size > 0 : lastPress.has(key)
}
