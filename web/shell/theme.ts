import Moon from 'lucide-react/icons/moon'
import Sun from 'lucide-react/icons/sun'
import { writeStored } from '../page/browser-storage.ts'
import { site } from '../page/site.ts'
import { createStore } from '../page/store.ts'
import { useStore } from '../page/use-store.ts'

type Theme = 'dark' | 'light'

/** index.html reads the same key to set the theme before the first paint. */
const STORAGE_KEY = 'theme'

const root = document.documentElement
const shown = createStore<Theme>(root.dataset['theme'] === 'light' ? 'light' : 'dark')

/** Returns the control that switches to the other theme and stores the choice. */
export function useThemeSwitch() {
  const isDark = useStore(shown) === 'dark'
  const other: Theme = isDark ? 'light' : 'dark'
  const act = () => {
    writeStored('localStorage', STORAGE_KEY, other)
    show(other)
  }
  return { label: `Switch to ${other} theme`, Icon: isDark ? Sun : Moon, act }
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
