import UserX from 'lucide-react/icons/user-x'
import { useRef, useState } from 'react'
import type { CurrentMuteOrBlock } from '../../../../contract/social/profiles.ts'
import { lazyPart } from '../../../net/lazy-part.tsx'
import { IconButton } from '../../../ui/button.tsx'
import type { FindSubstitute } from '../../../ui/dialogs/closing.ts'
import { useOwnUser } from '../../../viewer/viewer.queries.ts'
import type { Person } from './use-mute-or-block.ts'

const MuteOrBlockDialog = lazyPart(() => import('./mute-or-block-dialog.tsx'), 'MuteOrBlockDialog')

interface MuteOrBlockButtonProps {
  person: Person
  relation?: CurrentMuteOrBlock
  /** For a button that leaves the page with the person's items. */
  findSubstitute?: FindSubstitute
  className?: string
}

/** A button that offers to mute or block a person. Only for signed-in viewers, and never about themselves. */
export function MuteOrBlockButton({ person, relation = null, findSubstitute, className = '' }: MuteOrBlockButtonProps) {
  const user = useOwnUser()
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const close = () => setOpen(false)
  if (!user || user.id === person.id) return null
  // The question about a block opens from the dialog, which it replaces. The focus returns to this button.
  const findReturn = () => button.current ?? findSubstitute?.() ?? null
  return (
    <>
      <IconButton
        ref={button}
        label="Mute or block"
        aria-haspopup="dialog"
        className={className}
        onClick={() => setOpen(true)}
      >
        <UserX className="size-4" />
      </IconButton>
      {isOpen && <MuteOrBlockDialog {...{ person, relation }} findSubstitute={findReturn} onClose={close} />}
    </>
  )
}
