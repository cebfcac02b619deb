import {
  type MutationCacheNotifyEvent,
  type QueryCacheNotifyEvent,
  type QueryClient,
  useQueryClient,
} from '@tanstack/react-query'
import { useEffect } from 'react'
import { createStore } from '../page/store.ts'
import { useStore } from '../page/use-store.ts'

/** `offline`: the device has no network. `unreachable`: the device has a network, but the site does not respond. */
type Connection = 'online' | 'offline' | 'unreachable'

const PROBE_INTERVAL_MS = 3_000

const connection = createStore<Connection>(navigator.onLine ? 'online' : 'offline')

/** Returns the state of the connection to the site. Queries without data are refetched when the site responds again. */
export function useConnection(): Connection {
  const client = useQueryClient()
  useEffect(() => watchConnection(client), [client])
  return useStore(connection)
}

function watchConnection(client: QueryClient): () => void {
  let nextProbe: ReturnType<typeof setTimeout> | undefined

  async function probe(): Promise<void> {
    clearTimeout(nextProbe)
    const before = connection.get()
    if (await siteResponds()) {
      connection.set('online')
      if (before !== 'online') void client.refetchQueries({ predicate: hasFailedWithoutData, type: 'active' })
      return
    }
    connection.set(navigator.onLine ? 'unreachable' : 'offline')
    clearTimeout(nextProbe)
    nextProbe = setTimeout(() => void probe(), PROBE_INTERVAL_MS)
  }

  // A call without a response fails with a TypeError. The probe finds out whether the site can be reached.
  const probeAfterNetworkError = (event: QueryCacheNotifyEvent | MutationCacheNotifyEvent) => {
    if (event.type !== 'updated' || event.action.type !== 'error') return
    if (event.action.error instanceof TypeError && connection.get() === 'online') void probe()
  }
  const stopWatching = [
    client.getQueryCache().subscribe(probeAfterNetworkError),
    client.getMutationCache().subscribe(probeAfterNetworkError),
  ]
  const listeners = new AbortController()
  addEventListener('offline', () => connection.set('offline'), listeners)
  addEventListener('online', () => void probe(), listeners)
  // A probe that was due when the last watcher stopped has not run.
  if (connection.get() !== 'online') void probe()
  return () => {
    listeners.abort()
    clearTimeout(nextProbe)
    for (const stop of stopWatching) stop()
  }
}

async function siteResponds(): Promise<boolean> {
  try {
    return (await fetch('/healthz', { method: 'HEAD', cache: 'no-store' })).ok
  } catch {
    return false
  }
}

function hasFailedWithoutData({ state }: { state: { status: string; data: unknown } }): boolean {
  return state.status === 'error' && state.data === undefined
}
