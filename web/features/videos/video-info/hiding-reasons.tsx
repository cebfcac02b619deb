import type { ComponentProps } from 'react'
import type { Hiding } from '../../../../contract/videos/hiding.ts'
import { ActionLink } from '../../../ui/button.tsx'
import { ClampedText } from '../../../ui/clamped-text.tsx'

/**
 * The reasons why a clip is hidden, for its owner and the moderators. The owner gets a link to the decision and its
 * appeal.
 */
export function HidingReasons({ hiding: { reasons, decision }, isOwner }: { hiding: Hiding; isOwner: boolean }) {
  const isDecided = reasons.some((reason) => reason !== 'file')
  return (
    <>
      {reasons.includes('moderation') && (
        <p>
          Hidden by the moderators{decision && ': '}
          {decision && <strong className="font-strong">{decision.ruleTitle}</strong>}
        </p>
      )}
      {decision?.facts && <ClampedText text={decision.facts} className="text-small text-ink-muted" />}
      {reasons.includes('account') && (
        <p>
          Hidden while {isOwner ? 'your' : 'its owner’s'} account is suspended
          {isOwner ? '' : ' or scheduled for deletion'}.
        </p>
      )}
      {reasons.includes('file') && (
        <p>
          {isOwner
            ? 'Only you can see this: its file no longer plays. Delete it and upload the clip again.'
            : 'Hidden until its file can be played again.'}
        </p>
      )}
      {isOwner && isDecided && (
        <ActionLink href={`/settings/standing${decision ? `#${decision.id}` : ''}`} className="self-start">
          See why and what you can do
        </ActionLink>
      )}
    </>
  )
}

/** The reasons in a box, on the page of a hidden clip. */
export function HidingStrip(props: ComponentProps<typeof HidingReasons>) {
  return (
    <div role="status" className="flex flex-col rounded-card bg-surface px-5 py-3">
      <HidingReasons {...props} />
    </div>
  )
}
