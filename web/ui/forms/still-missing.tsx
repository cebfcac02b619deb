interface StillMissingProps {
  /** The id that the button's `aria-describedby` refers to. */
  id: string
  missing: string[]
}

/** Lists what a form with a disabled button still needs, because a disabled button explains nothing. */
export function StillMissing({ id, missing }: StillMissingProps) {
  if (missing.length === 0) return null
  return (
    <p id={id} className="text-center text-small text-ink-muted">
      Still missing: {missing.join(', ')}
    </p>
  )
}
