import { useState } from 'react'
import { DELETION_GRACE_DAYS } from '../../../../contract/account/deletion.ts'
import type { OwnUser } from '../../../../contract/social/profiles.ts'
import { Button } from '../../../ui/button.tsx'
import { TitledSection } from '../../../ui/titled-section.tsx'
import { LeaveDialog } from './leave-dialog.tsx'

/** Explains what a deletion removes, before the dialog that confirms it. */
export function LeavePart({ user }: { user: OwnUser }) {
  const [isAsking, setAsking] = useState(false)
  return (
    <TitledSection id="leave" title="Leave">
      <div className="mt-2 flex max-w-[60ch] flex-col gap-3 text-ink-muted">
        <p>
          <strong className="font-strong text-ink">At once:</strong> your profile, clips and comments are hidden, and
          you’re signed out everywhere. Uploads in progress are cancelled.
        </p>
        <p>
          <strong className="font-strong text-ink">For {DELETION_GRACE_DAYS} days:</strong> sign in to cancel. You’ll
          get everything back as it was.
        </p>
        <p>
          <strong className="font-strong text-ink">After that:</strong> your account is permanently deleted, along with
          your clips, comments, likes and follows. Download anything you want to keep first.
        </p>
        <p>
          <strong className="font-strong text-ink">What stays:</strong> your creator number and username are never
          reused. Moderation decisions stay in the public log, which contains no names.
        </p>
      </div>
      <Button variant="danger" className="mt-5" onClick={() => setAsking(true)}>
        Delete my account
      </Button>
      {isAsking && <LeaveDialog user={user} onClose={() => setAsking(false)} />}
    </TitledSection>
  )
}
