import { createStore } from './store.ts'
import { useStore } from './use-store.ts'

export interface Toast {
  id: number
  title: string
  description?: string | undefined
  tone: 'plain' | 'destructive'
  /** An action that the toast offers: `Undo`. */
  action?: ToastAction | undefined
}

interface ToastAction {
  label: string
  act: () => void
}

const current = createStore<Toast | undefined>(undefined)
let lastId = 0

/** Shows a toast. The toast replaces the previous one, so that at most one is visible. */
export function showToast(title: string, description?: string, action?: ToastAction): void {
  current.set({ id: ++lastId, title, description, tone: 'plain', action })
}

export function showErrorToast(title: string, description?: string): void {
  current.set({ id: ++lastId, title, description, tone: 'destructive' })
}

export function useToast(): Toast | undefined {
  return useStore(current)
}
