/** The keyboard shortcut of an action. Hidden on devices without a keyboard. */
export function Key({ name }: { name: string }) {
  return (
    <kbd
      aria-hidden="true"
      className="hidden h-6 min-w-6 shrink-0 place-items-center rounded-control bg-surface-raised px-1.5 font-sans text-small text-ink-muted uppercase pointer-fine:grid in-[[role=dialog]]:hidden!"
    >
      {name}
    </kbd>
  )
}
