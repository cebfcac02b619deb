import { streamNotifications, type UnreadCount } from '../../../../contract/social/notifications.ts'
import { openTabChannel } from '../../../page/tab-channel.ts'

/** Milliseconds before a stream that the server or a proxy refused is opened again. */
const REFUSED_RETRY_MS = 30_000

/**
 * Subscribes to the unread count, in addition to the polling. All tabs of a user share one connection, because browsers
 * allow only six per site over HTTP/1.1. The visible tab that holds the lock reads the stream and forwards the count to
 * the others. A tab that becomes hidden releases the lock.
 *
 * @returns A function that unsubscribes.
 */
export function followUnreadCount(userId: string, onCount: (unread: UnreadCount) => void): () => void {
  const name = `unread-count ${userId}`
  const tabs = openTabChannel<UnreadCount>(name)
  tabs.subscribe(onCount)
  const emit = (unread: UnreadCount) => {
    onCount(unread)
    tabs.emit(unread)
  }

  let turn: AbortController | undefined
  let retry: ReturnType<typeof setTimeout> | undefined
  const endTurn = () => {
    turn?.abort()
    clearTimeout(retry)
  }
  const takeTurns = () => {
    endTurn()
    if (document.hidden) return
    turn = new AbortController()
    const { signal } = turn
    const retryUnlessAborted = () => {
      if (!signal.aborted) retry = setTimeout(takeTurns, REFUSED_RETRY_MS)
    }
    // Without the Locks API (plain http from another machine), polling is enough. Aborting the wait for the lock is not
    // an error.
    navigator.locks
      ?.request(name, { signal }, () => readStream(signal, emit))
      .then(retryUnlessAborted)
      .catch(() => undefined)
  }
  takeTurns()
  document.addEventListener('visibilitychange', takeTurns)
  return () => {
    document.removeEventListener('visibilitychange', takeTurns)
    endTurn()
    tabs.close()
  }
}

/**
 * Reads the stream and holds the lock until `signal` aborts or the stream is refused, for example with a 502. The
 * browser itself reconnects after a lost connection, but not after a refusal.
 */
async function readStream(signal: AbortSignal, emit: (unread: UnreadCount) => void): Promise<void> {
  const stream = new EventSource(streamNotifications.path)
  stream.addEventListener('unread-count', ({ data }: MessageEvent<string>) => emit(JSON.parse(data) as UnreadCount))
  await new Promise<void>((over) => {
    signal.addEventListener('abort', () => over(), { once: true })
    stream.addEventListener('error', () => {
      if (stream.readyState === EventSource.CLOSED) over()
    })
  })
  stream.close()
}
