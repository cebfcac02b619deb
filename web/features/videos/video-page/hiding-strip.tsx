import { Link } from 'wouter'
import type { Hiding } from '../../../../contract/videos/hiding.ts'

/** Why a clip is hidden, for those who see it all the same: its owner, and the moderators. */
export function HidingStrip({ hiding: { reasons, decision }, isOwner }: { hiding: Hiding; isOwner: boolean }) {
  return (
    <div role="status" className="flex flex-col rounded-card bg-surface px-5 py-3">
      {reasons.includes('moderation') && (
        <p>
          Hidden by the moderators{decision && ': '}
          {decision && <em className="font-strong not-italic">{decision.ruleTitle}</em>}
        </p>
      )}
      {reasons.includes('account') && (
        <p>
          Hidden while {isOwner ? 'your' : 'its owner’s'} account is suspended
          {isOwner ? '' : ', or about to be deleted'}.
        </p>
      )}
      {reasons.includes('file') && <p>Hidden until its file can be played again.</p>}
      {isOwner && reasons.some((reason) => reason !== 'file') && (
        <Link
          href="/settings/standing"
          className="flex min-h-11 items-center self-start font-strong text-accent-ink underline-offset-4 hover:underline"
        >
          Why, and what you can do
        </Link>
      )}
    </div>
  )
}
