import type { ComponentProps } from 'react'
import { HidingReasons } from '../video-info/hiding-reasons.tsx'

/** Announces on the page of a hidden clip why it is hidden. */
export function HidingStrip(props: ComponentProps<typeof HidingReasons>) {
  return (
    <div role="status" className="flex flex-col rounded-card bg-surface px-5 py-3">
      <HidingReasons {...props} />
    </div>
  )
}
