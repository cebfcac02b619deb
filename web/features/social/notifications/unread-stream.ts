import type { UnreadCount } from '../../../../contract/social/notifications.ts'
import { streamNotifications } from '../../../../contract/social/notifications.ts'
import { openOtherTabs } from '../../../page/other-tabs.ts'

/**
 * Tells the unread count as soon as it changes, beside the polling. One connection serves all tabs of a person: over
 * HTTP/1.1 a browser has six to a site, and a stream in each tab would take them all. The visible tab that got the lock
 * reads the stream and passes on what it says; a hidden one gives it up.
 *
 * @returns Stops it.
 */
export function followUnreadCount(userId: string, onCount: (unread: UnreadCount) => void): () => void {
  const name = `unread-count ${userId}`
  const tabs = openOtherTabs<UnreadCount>(name)
  tabs.hear(onCount)
  const tell = (unread: UnreadCount) => {
    onCount(unread)
    tabs.tell(unread)
  }

  let turn: AbortController | undefined
  const takeTurns = () => {
    turn?.abort()
    if (document.hidden) return
    turn = new AbortController()
    const { signal } = turn
    // Without locks (plain http from another machine) there is the polling. Broken off while waiting is no error.
    navigator.locks?.request(name, { signal }, () => readStream(signal, tell)).catch(() => undefined)
  }
  takeTurns()
  document.addEventListener('visibilitychange', takeTurns)
  return () => {
    document.removeEventListener('visibilitychange', takeTurns)
    turn?.abort()
    tabs.close()
  }
}

/** Holds the lock until `signal` says that the turn is over. The browser connects anew by itself. */
async function readStream(signal: AbortSignal, tell: (unread: UnreadCount) => void): Promise<void> {
  const stream = new EventSource(streamNotifications.path)
  stream.addEventListener('unread-count', ({ data }: MessageEvent<string>) => tell(JSON.parse(data) as UnreadCount))
  await new Promise((over) => signal.addEventListener('abort', over, { once: true }))
  stream.close()
}
