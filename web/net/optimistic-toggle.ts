interface Toggle<State> {
  /** Names what is switched, so that two taps on the same thing know of each other: `like <id>`. */
  key: string
  /** What the person wants now. */
  wish: boolean
  /** What the server has said last, and what a failure goes back to. */
  before: State
  send: (wish: boolean) => Promise<State>
  /** Shows what the server says in the end: after success its answer, after failure the state that still holds. */
  settle: (state: State) => void
  onError: (error: Error, wish: boolean) => void
}

/** The newest wish of each key whose call is under way. */
const underWay = new Map<string, { wish: boolean }>()

/**
 * Makes the server follow a switch that the page has already flipped. Calls of one key never overlap: what is tapped
 * while one is under way is sent after it, and only if it still differs. So quick taps end in the right state, whatever
 * order the network has.
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

/** Whether the server has yet to hear of something that was switched. */
export function isToggling(): boolean {
  return underWay.size > 0
}
