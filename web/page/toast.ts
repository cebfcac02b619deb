import { useSyncExternalStore } from 'react'

export interface Toast {
  id: number
  title: string
  description?: string | undefined
  tone: 'plain' | 'destructive'
}

let current: Toast | undefined
let lastId = 0
const listeners = new Set<() => void>()

/** Shows a toast in the place of the one before: at most one is visible. */
export function showToast(title: string, description?: string): void {
  replace({ id: ++lastId, title, description, tone: 'plain' })
}

export function showErrorToast(title: string, description?: string): void {
  replace({ id: ++lastId, title, description, tone: 'destructive' })
}

function replace(toast: Toast): void {
  current = toast
  for (const listener of listeners) listener()
}

export function useToast(): Toast | undefined {
  return useSyncExternalStore(subscribe, () => current)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
