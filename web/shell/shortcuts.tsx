import { useEffect, useState } from 'react'
import { lazyPart } from '../net/lazy-part.tsx'
import { onShortcutsAsked } from '../page/shortcuts.ts'
import { useKeys } from '../page/use-keys.ts'

const ShortcutsDialog = lazyPart(() => import('./shortcuts-dialog.tsx'), 'ShortcutsDialog')

/** Opens the list of shortcuts on `?`, unless the user is typing or the page is covered. */
export function Shortcuts() {
  const [isOpen, setOpen] = useState(false)
  useKeys({ '?': () => setOpen(true) })
  useEffect(() => onShortcutsAsked(() => setOpen(true)), [])
  if (!isOpen) return null
  const close = () => setOpen(false)
  return <ShortcutsDialog onClose={close} />
}
