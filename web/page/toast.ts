import { createStore } from './store.ts'
import { useStore } from './use-store.ts'

export interface Toast {
  id: number
  title: string
  description?: string | undefined
  tone: 'plain' | 'destructive'
  /** An action that the toast offers: `Undo`. */
  action?: ToastAction | undefined
  /**
   * Where the toast is. `low`: at the bottom on phones, too, because the button about new videos was at the top when the
   * toast appeared. Otherwise the button waits. `edge`: at the edge of the screen, where a dialog would move it.
   */
  place?: 'low' | 'edge' | undefined
}

interface ToastAction {
  label: string
  act: () => void
}

const current = createStore<Toast | undefined>(undefined)
let lastId = 0

function show(toast: Omit<Toast, 'id'>): void {
  const place = document.querySelector('[data-lowers-toasts]') ? 'low' : undefined
  current.set({ place, ...toast, id: ++lastId })
}

/** Shows a toast. The toast replaces the previous one, so that at most one is visible. Its action runs only once. */
export function showToast(title: string, description?: string, action?: ToastAction): void {
  show({ title, description, tone: 'plain', action: action && { ...action, act: onlyOnce(action.act) } })
}

/** Ignores the second click of a double click, which a toast receives while it leaves the screen. */
function onlyOnce(act: () => void): () => void {
  let hasActed = false
  return () => {
    if (!hasActed) act()
    hasActed = true
  }
}

/** Shows a toast just before a dialog opens by itself, in a place where the dialog does not move it. */
export function showToastBeforeDialog(title: string, description?: string): void {
  show({ title, description, tone: 'plain', place: 'edge' })
}

export function showErrorToast(title: string, description?: string): void {
  show({ title, description, tone: 'destructive' })
}

/** The action whose failure the last toast of `reportFailure` reports. */
let failed: { action: unknown; toast: Toast | undefined } | undefined

/** Runs the failure handler of an action. The next attempt of the action dismisses the toast that the handler shows. */
export function reportFailure<Result>(action: unknown, report: () => Result): Result {
  const before = current.get()
  const result = report()
  const toast = current.get()
  if (toast !== before) failed = { action, toast }
  return result
}

/** Dismisses the toast of an action's last failure, because a new attempt of the action has begun. */
export function dismissFailure(action: unknown): void {
  if (failed && failed.action === action && failed.toast === current.get()) current.set(undefined)
}

export function useToast(): Toast | undefined {
  return useStore(current)
}
