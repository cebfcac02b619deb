import Gavel from 'lucide-react/icons/gavel'
import { useState } from 'react'
import type { CaseKind } from '../../../../contract/moderation/cases.ts'
import { lazyPart } from '../../../net/lazy-part.tsx'
import { IconButton } from '../../../ui/button.tsx'
import { useOwnUser } from '../../../viewer/viewer.queries.ts'

const ModerateDialog = lazyPart(() => import('./moderate-dialog.tsx').then((module) => module.ModerateDialog))

export interface ModerateProps {
  kind: CaseKind
  id: string
  /** The title, the words or the name. */
  name: string
  /** Whose it is: nobody judges their own. */
  ownerId: string
  className?: string
}

/** Decides about something that nobody reported; for those who look after the site. */
export function Moderate({ ownerId, className, ...subject }: ModerateProps) {
  const { user } = useOwnUser()
  const [isOpen, setOpen] = useState(false)
  if (!user || user.role === 'member' || user.id === ownerId) return null
  const close = () => setOpen(false)
  return (
    <>
      <IconButton label="Moderate" onClick={() => setOpen(true)} className={className}>
        <Gavel aria-hidden="true" className="size-4" />
      </IconButton>
      {isOpen && <ModerateDialog {...subject} onClose={close} onMissing={close} />}
    </>
  )
}
