import { useEffect, useState } from 'react'
import { lazyPart } from '../net/lazy-part.tsx'
import { isPageCovered } from '../page/page-cover.ts'
import { onShortcutsAsked } from '../page/shortcuts.ts'
import { takesKeys } from '../page/typing.ts'

const ShortcutsDialog = lazyPart(() => import('./shortcuts-dialog.tsx').then((module) => module.ShortcutsDialog))

/** `?` lists the shortcuts, unless it is typed into something or the page is covered. */
export function Shortcuts() {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const onKeyDown = ({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent) => {
      if (key === '?' && !ctrlKey && !metaKey && !altKey && !takesKeys(target) && !isPageCovered()) setOpen(true)
    }
    addEventListener('keydown', onKeyDown)
    const stopListening = onShortcutsAsked(() => setOpen(true))
    return () => {
      removeEventListener('keydown', onKeyDown)
      stopListening()
    }
  }, [])
  if (!isOpen) return null
  const close = () => setOpen(false)
  return <ShortcutsDialog onClose={close} onMissing={close} />
}
