import Gavel from 'lucide-react/icons/gavel'
import { useState } from 'react'
import type { CaseKind } from '../../../../contract/moderation/cases.ts'
import { lazyPart } from '../../../net/lazy-part.tsx'
import { IconButton } from '../../../ui/button.tsx'
import { useOwnUser } from '../../../viewer/viewer.queries.ts'

const ModerateDialog = lazyPart(() => import('./moderate-dialog.tsx'), 'ModerateDialog')

export interface ModerateButtonProps {
  kind: CaseKind
  id: string
  /** The title, the text or the name of the subject. */
  name: string
  /** The owner of the subject. Moderators cannot decide about their own content. */
  ownerId: string
  className?: string
}

/** A button that opens a decision about content outside of the queue. Only staff see it. */
export function ModerateButton({ ownerId, className, ...subject }: ModerateButtonProps) {
  const user = useOwnUser()
  const [isOpen, setOpen] = useState(false)
  if (!user || user.role === 'member' || user.id === ownerId) return null
  const close = () => setOpen(false)
  return (
    <>
      <IconButton label="Moderate" onClick={() => setOpen(true)} className={className}>
        <Gavel className="size-4" />
      </IconButton>
      {isOpen && <ModerateDialog {...subject} onClose={close} />}
    </>
  )
}
