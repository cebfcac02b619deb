import { createStore } from '../page/store.ts'
import { useStore } from '../page/use-store.ts'

export type Theme = 'dark' | 'light'

/** The first paint is themed by index.html, from the same key. */
const STORAGE_KEY = 'theme'

const root = document.documentElement
const shown = createStore<Theme>(root.dataset['theme'] === 'light' ? 'light' : 'dark')

export function useTheme(): Theme {
  return useStore(shown)
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
  shown.set(theme)
}

/** Gives the browser's own chrome the colour of the canvas. */
export function colourBrowser(): void {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="theme-color"]')
  if (meta) meta.content = getComputedStyle(root).backgroundColor
}
