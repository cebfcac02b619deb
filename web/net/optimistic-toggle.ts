interface Toggle<State> {
  /** Identifies the toggle, so that taps on the same one are coordinated: `like <id>`. */
  key: string
  /** The state that the user wants. */
  wish: boolean
  /** The last state from the server, which a failure restores. */
  before: State
  send: (wish: boolean) => Promise<State>
  /** Shows the final state: the server's response after success, the last known state after a failure. */
  settle: (state: State) => void
  onError: (error: Error, wish: boolean) => void
}

/** The state that the user chose last, by key, while a call is running. */
const underWay = new Map<string, { wish: boolean }>()

/**
 * Sends to the server the state of a toggle that the page has already flipped. Calls with the same key never overlap.
 * When the current call has ended, the latest state is sent if it differs from the sent state. Quick taps therefore end
 * in the right state, whatever the order of the responses.
 */
export async function followToggle<State>({ key, wish, before, send, settle, onError }: Toggle<State>): Promise<void> {
  const running = underWay.get(key)
  if (running) {
    running.wish = wish
    return
  }
  const newest = { wish }
  underWay.set(key, newest)
  let confirmed = before
  let sent: boolean
  try {
    do {
      sent = newest.wish
      confirmed = await send(sent)
    } while (newest.wish !== sent)
  } catch (error) {
    onError(error as Error, newest.wish)
  } finally {
    underWay.delete(key)
    settle(confirmed)
  }
}

/** Whether a toggle is still being sent to the server. */
export function isToggling(): boolean {
  return underWay.size > 0
}
