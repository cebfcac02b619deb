import { useState } from 'react'
import type { Case } from '../../../../contract/moderation/cases.ts'
import { lazyPart } from '../../../net/lazy-part.tsx'
import { Button } from '../../../ui/button.tsx'
import { useOwnUser } from '../../../viewer/viewer.queries.ts'

const RemovalDialog = lazyPart(() => import('./removal-dialog.tsx'), 'RemovalDialog')

/** A button that permanently removes the clip of an open or closed case. Only admins see it. */
export function PermanentRemoval({ shown }: { shown: Case }) {
  const user = useOwnUser()
  const [isOpen, setOpen] = useState(false)
  if (user?.role !== 'admin') return null
  return (
    <>
      <Button
        variant="ghost"
        className="-ml-4 self-start text-danger! sm:-ml-5"
        onPointerEnter={RemovalDialog.preload}
        onFocus={RemovalDialog.preload}
        onClick={() => setOpen(true)}
      >
        Remove permanently
      </Button>
      {isOpen && <RemovalDialog shown={shown} onClose={() => setOpen(false)} />}
    </>
  )
}
