import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical'
import Settings from 'lucide-react/icons/settings'
import ShieldCheck from 'lucide-react/icons/shield-check'
import { useRef, useState } from 'react'
import { useLocation } from 'wouter'
import type { OwnUser } from '../../contract/account/users.ts'
import { lazyPart } from '../net/lazy-part.tsx'
import { IconButton } from '../ui/button.tsx'
import type { MenuEntry } from '../ui/popovers/menu.tsx'
import { useThemeSwitch } from './theme.ts'

const Menu = lazyPart(() => import('../ui/popovers/menu.tsx'), 'Menu')

/** The menu in the header on phones, where the header has no room for these controls. */
export function HeaderMenu({ user }: { user: OwnUser }) {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const [, navigate] = useLocation()
  const entries: MenuEntry[] = [
    { label: 'Settings', Icon: Settings, act: () => navigate('/settings') },
    useThemeSwitch(),
  ]
  if (user.role !== 'member') {
    entries.push({ label: 'Moderation', Icon: ShieldCheck, act: () => navigate('/moderation') })
  }
  const close = () => setOpen(false)
  return (
    <>
      <IconButton
        ref={button}
        label="Menu"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <EllipsisVertical className="size-5" />
      </IconButton>
      {isOpen && <Menu label="Menu" button={button} groups={[entries]} onClose={close} />}
    </>
  )
}
