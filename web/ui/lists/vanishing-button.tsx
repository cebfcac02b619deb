import type { ComponentProps } from 'react'
import { Button } from '../button.tsx'
import { useFocusAfterRemoval } from './use-focus-after-removal.ts'

/**
 * A button that disappears once its action, or that of the dialog which it opens, has succeeded. The next button then
 * takes the focus.
 */
export function VanishingButton(props: Omit<ComponentProps<typeof Button>, 'ref'>) {
  return <Button {...props} ref={useFocusAfterRemoval<HTMLButtonElement>()} />
}
