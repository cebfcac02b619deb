import type { QueryClient } from '@tanstack/react-query'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'

/** `offline`: the device has no network. `unreachable`: it has, but the site does not answer. */
export type Connection = 'online' | 'offline' | 'unreachable'

const PROBE_INTERVAL_MS = 3_000

let connection: Connection = navigator.onLine ? 'online' : 'offline'
const listeners = new Set<() => void>()

function become(next: Connection): void {
  if (next === connection) return
  connection = next
  for (const listener of listeners) listener()
}

/** Whether the site can be reached, as far as this page knows. What could not load is asked for again once it can. */
export function useConnection(): Connection {
  const client = useQueryClient()
  useEffect(() => watchConnection(client), [client])
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => connection,
  )
}

function watchConnection(client: QueryClient): () => void {
  let probing: ReturnType<typeof setTimeout> | undefined

  async function probe(): Promise<void> {
    clearTimeout(probing)
    const before = connection
    if (await answers()) {
      become('online')
      if (before !== 'online') void client.refetchQueries({ predicate: hasNothing, type: 'active' })
      return
    }
    become(navigator.onLine ? 'unreachable' : 'offline')
    clearTimeout(probing)
    probing = setTimeout(() => void probe(), PROBE_INTERVAL_MS)
  }

  // A call that gets no reply fails with a TypeError; whether the network was the reason, the probe finds out.
  const suspect = (error: unknown) => {
    if (error instanceof TypeError && connection === 'online') void probe()
  }
  const stopWatching = [
    client.getQueryCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'error') suspect(event.action.error)
    }),
    client.getMutationCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'error') suspect(event.action.error)
    }),
  ]
  const controller = new AbortController()
  const { signal } = controller
  addEventListener('offline', () => become('offline'), { signal })
  addEventListener('online', () => void probe(), { signal })
  return () => {
    controller.abort()
    clearTimeout(probing)
    for (const stop of stopWatching) stop()
  }
}

async function answers(): Promise<boolean> {
  try {
    return (await fetch('/healthz', { method: 'HEAD', cache: 'no-store' })).ok
  } catch {
    return false
  }
}

function hasNothing({ state }: { state: { status: string; data: unknown } }): boolean {
  return state.status === 'error' && state.data === undefined
}
