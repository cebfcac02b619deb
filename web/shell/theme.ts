import { useSyncExternalStore } from 'react'

export type Theme = 'dark' | 'light'

/** The first paint is themed by index.html, from the same key. */
const STORAGE_KEY = 'theme'

const root = document.documentElement
const listeners = new Set<() => void>()

export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, currentTheme)
}

export function setTheme(theme: Theme): void {
  try {
    localStorage.setItem(STORAGE_KEY, theme)
  } catch {
    // Storage is blocked or full: the choice holds for this visit.
  }
  show(theme)
}

// Another tab has chosen. Without a key, everything was cleared.
addEventListener('storage', ({ key, newValue }) => {
  if (key === STORAGE_KEY || key === null) show(newValue === 'light' ? 'light' : 'dark')
})

function show(theme: Theme): void {
  root.dataset['theme'] = theme
  colourBrowser()
  for (const listener of listeners) listener()
}

/** Gives the browser's own chrome the colour of the canvas. */
export function colourBrowser(): void {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="theme-color"]')
  if (meta) meta.content = getComputedStyle(root).backgroundColor
}

function currentTheme(): Theme {
  return root.dataset['theme'] === 'light' ? 'light' : 'dark'
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
