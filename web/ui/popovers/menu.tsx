import type { LucideIcon } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { type Ref, type RefObject, useImperativeHandle, useRef } from 'react'

export interface MenuEntry {
  label: string
  Icon: LucideIcon
  /**
   * Called after the menu has closed and its button has the focus. A dialog that this opens therefore returns the focus
   * to the button.
   */
  act: () => void
}

interface MenuProps {
  /** Accessible name of the menu. */
  label: string
  /** The button that opened the menu. */
  button: RefObject<HTMLButtonElement | null>
  /** Groups of entries that belong together. A line separates the groups. */
  groups: readonly (readonly MenuEntry[])[]
  onClose: () => void
}

/**
 * An open menu beside its button. Callers load the menu when it is first opened, because it needs a positioning
 * library.
 */
export function Menu({ label, button, groups, onClose }: MenuProps) {
  const chosen = useRef<MenuEntry>(undefined)
  /** Whether the first entry takes the focus, because the menu was opened with a key. */
  const entersByKey = useRef(button.current?.matches(':focus-visible'))
  return (
    <DropdownMenu.Root open modal={false} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DropdownMenu.Trigger asChild>
        <ExistingButton button={button} />
      </DropdownMenu.Trigger>
      {/* If the button is inside the page's main landmark, so is the menu, for users who navigate by landmarks. */}
      <DropdownMenu.Portal container={button.current?.closest('main') ?? null}>
        <div>
          {/* Covers the page, so that a press beside the menu only closes the menu. */}
          <div className="pointer-events-auto fixed inset-0 z-40" />
          <DropdownMenu.Content
            aria-label={label}
            aria-labelledby={undefined}
            align="end"
            sideOffset={8}
            collisionPadding={8}
            loop
            onFocus={({ currentTarget }) => {
              if (!entersByKey.current) return
              entersByKey.current = false
              currentTarget.querySelector<HTMLElement>('[role=menuitem]')?.focus()
            }}
            onCloseAutoFocus={() => {
              button.current?.focus({ preventScroll: true })
              chosen.current?.act()
            }}
            className="animate-rise z-40 overflow-y-auto rounded-card bg-surface-raised p-2 text-ink shadow-float outline-none"
            style={{
              maxHeight: 'var(--radix-dropdown-menu-content-available-height)',
              maxWidth: 'min(20rem, 100vw - 1rem)',
            }}
          >
            {groups
              .filter((entries) => entries.length > 0)
              .map((entries, i) => (
                <DropdownMenu.Group key={i} className={i > 0 ? 'mt-2 border-t border-line pt-2' : undefined}>
                  {entries.map((entry) => (
                    <DropdownMenu.Item
                      key={entry.label}
                      onSelect={() => (chosen.current = entry)}
                      className="flex min-h-11 cursor-pointer items-center gap-3 rounded-control px-3 -outline-offset-1 hover:bg-surface"
                    >
                      <entry.Icon className="size-4 shrink-0 text-ink-muted" />
                      <span className="my-2 line-clamp-2 wrap-anywhere">{entry.label}</span>
                    </DropdownMenu.Item>
                  ))}
                </DropdownMenu.Group>
              ))}
          </DropdownMenu.Content>
        </div>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}

interface ExistingButtonProps {
  button: RefObject<HTMLButtonElement | null>
  ref?: Ref<HTMLButtonElement>
}

/** Makes the button the trigger of the menu. The button was rendered before the menu's code was loaded. */
function ExistingButton({ button, ref }: ExistingButtonProps) {
  useImperativeHandle(ref, () => button.current!, [button])
  return null
}
