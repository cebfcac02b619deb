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

/** Milliseconds without another press after which the last press counts as the final one. */
const PAUSE_MS = 300

interface Press {
  wish: boolean
  /** Resolves when the pause after the press is over. */
  pause: Promise<unknown>
}

/** The last press of each toggle that is being saved, by key. */
const lastPress = new Map<string, Press>()

/**
 * Flips a toggle on screen at once and saves it. The first press is sent at once. Of the presses that follow, only the
 * last one is sent, when the call has ended and the user has paused. Calls with the same key therefore never overlap,
 * and quick presses need at most two calls. If the last call fails, the toggle returns to the last state from the
 * server.
 */
export async function toggleOptimistically<State>(toggle: Toggle<State>): Promise<void> {
  const { key, wish, before, after, show, send, onSaved, onFailed } = toggle
  show(after)
  const isUnderWay = lastPress.has(key)
  let press: Press = { wish, pause: new Promise((over) => setTimeout(over, PAUSE_MS)) }
  lastPress.set(key, press)
  if (isUnderWay) return
  let saved = before
  let failure: Error | undefined
  let sent: Press
  do {
    sent = press
    failure = undefined
    try {
      saved = await send(sent.wish)
    } catch (error) {
      failure = error as Error
    }
    do {
      press = lastPress.get(key)!
      await press.pause
    } while (press !== lastPress.get(key))
  } while (press.wish !== sent.wish || (failure && press !== sent))
  lastPress.delete(key)
  show(saved)
  if (failure) onFailed(failure, sent.wish)
  else onSaved?.(saved)
}

/** Whether a toggle is still being saved. */
export function isToggling(): boolean {
  return lastPress.size > 0
}
