import Moon from 'lucide-react/icons/moon'
import Sun from 'lucide-react/icons/sun'
import { useEffect } from 'react'
import { IconButton } from '../ui/button.tsx'
import { colourBrowser, setTheme, useTheme } from './theme.ts'

export function ThemeToggle({ className }: { className: string }) {
  const theme = useTheme()
  const other = theme === 'dark' ? 'light' : 'dark'
  const Icon = theme === 'dark' ? Sun : Moon
  useEffect(colourBrowser, [])
  return (
    <IconButton label={`Switch to ${other} theme`} className={className} onClick={() => setTheme(other)}>
      <Icon aria-hidden="true" className="size-5" />
    </IconButton>
  )
}
