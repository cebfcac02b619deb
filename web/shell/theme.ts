import { writeStored } from '../page/browser-storage.ts'
import { site } from '../page/site.ts'
import { createStore } from '../page/store.ts'
import { useStore } from '../page/use-store.ts'

export type Theme = 'dark' | 'light'

/** index.html reads the same key to set the theme before the first paint. */
const STORAGE_KEY = 'theme'

const root = document.documentElement
const shown = createStore<Theme>(root.dataset['theme'] === 'light' ? 'light' : 'dark')

export function useTheme(): Theme {
  return useStore(shown)
}

/** Changes the theme and stores the choice. */
export function setTheme(theme: Theme): void {
  writeStored('localStorage', STORAGE_KEY, theme)
  show(theme)
}

// Another tab has changed the theme, or cleared the storage (no key).
addEventListener('storage', ({ key, newValue }) => {
  if (key === STORAGE_KEY || key === null) show(themeOf(newValue))
})

/** @param chosen The viewer's choice. Without one, the site's default applies. */
function themeOf(chosen: string | null): Theme {
  const theme = chosen || site.defaultTheme
  const isLight = theme === 'system' ? matchMedia('(prefers-color-scheme: light)').matches : theme === 'light'
  return isLight ? 'light' : 'dark'
}

function show(theme: Theme): void {
  root.dataset['theme'] = theme
  colourBrowser()
  shown.set(theme)
}

/** Gives the browser's interface the colour of the page's background. */
export function colourBrowser(): void {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="theme-color"]')
  if (meta) meta.content = getComputedStyle(root).backgroundColor
}
