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

/** The state that the user chose last for each toggle that is being saved, by key. */
const lastWish = new Map<string, boolean>()

/**
 * Flips a toggle on screen at once and saves it. Calls with the same key never overlap: when a call has ended, the last
 * wish is sent if it differs from the sent one. Quick presses therefore end in the right state. If the last call fails,
 * the toggle returns to the last state from the server.
 */
export async function toggleOptimistically<State>(toggle: Toggle<State>): Promise<void> {
  const { key, wish, before, after, show, send, onSaved, onFailed } = toggle
  show(after)
  const isUnderWay = lastWish.has(key)
  lastWish.set(key, wish)
  if (isUnderWay) return
  let saved = before
  let failure: Error | undefined
  let sent: boolean
  do {
    sent = lastWish.get(key)!
    failure = undefined
    try {
      saved = await send(sent)
    } catch (error) {
      failure = error as Error
    }
  } while (lastWish.get(key) !== sent)
  lastWish.delete(key)
  show(saved)
  if (failure) onFailed(failure, sent)
  else onSaved?.(saved)
}

/** Whether a toggle is still being saved. */
export function isToggling(): boolean {
  return lastWish.size > 0
}
