import { useEffect, useRef } from 'react'
import type { OwnUser } from '../../../../contract/social/profiles.ts'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { Protected } from '../../../viewer/sign-in/protected.tsx'
import { MatchesAdvice } from '../duplicates/matches-advice.tsx'
import { ClipList } from './clip-list.tsx'
import { ContinueCard } from './continue-card.tsx'
import { FilePicker } from './file/file-picker.tsx'
import { usePageDrop } from './file/use-page-drop.ts'
import { DetailsFields } from './form/details-fields.tsx'
import { PublishButton } from './publish-button.tsx'
import { PublishingState } from './publishing-state.tsx'
import { RemoveButton } from './remove-button.tsx'
import { saysCode } from './says/says-code.ts'
import { StandingNotice } from './standing-notice.tsx'
import { useUpload } from './use-upload.ts'

export function UploadPage() {
  return <Protected>{(user) => <Upload user={user} />}</Protected>
}

function Upload({ user }: { user: OwnUser }) {
  const { queue, line, clip, chosen, continuable, isReady, ...acts } = useUpload(user)
  const dragging = usePageDrop(acts.choose)
  const { ThisFileSays } = saysCode.arrived ?? {}
  const isLocked = clip.state.at !== 'form'
  return (
    <div className="mx-auto max-w-6xl px-4 pt-6 pb-36 sm:px-8 sm:pt-10 sm:pb-60">
      <PageHeading title="Upload" className="headline text-display">
        Share Your Creation
      </PageHeading>
      <StandingNotice standing={user.standing} />
      <ContinueCard
        drafts={line.drafts}
        onRestore={acts.restore}
        onDiscard={acts.discard}
        uploads={continuable?.others ?? []}
        onForget={(upload) => continuable?.forget(upload)}
      />
      {line.clips.length > 1 && <ClipList line={line} onShow={acts.show} />}
      <form
        noValidate
        onSubmit={acts.submit}
        aria-labelledby="upload-card"
        className="mt-8 grid scroll-mt-24 grid-cols-1 items-start gap-8 lg:grid-cols-2 lg:gap-14"
      >
        <div className="flex flex-col gap-5 lg:sticky lg:top-24">
          <CardTitle place={line.clips.indexOf(clip) + 1} count={line.clips.length} shownId={clip.id} />
          <FilePicker
            chosen={chosen}
            continued={continuable?.continued}
            onChoose={acts.choose}
            onAdd={acts.add}
            disabled={isLocked}
          />
          {chosen && (
            <MatchesAdvice
              key={chosen.url}
              file={chosen.file}
              url={chosen.url}
              durationSeconds={chosen.facts?.durationSeconds}
              disabled={isLocked}
            />
          )}
        </div>
        <div key={clip.id} className="flex flex-col gap-6">
          {chosen?.says && ThisFileSays && (
            <ThisFileSays says={chosen.says} form={clip.form} onChange={acts.edit} disabled={isLocked} />
          )}
          <DetailsFields form={clip.form} onChange={acts.edit} disabled={isLocked} />
          <PublishingState state={clip.state} onCancel={() => queue.cancel(clip.id)} />
          <PublishButton clip={clip} isReady={isReady} />
          {clip.state.at === 'form' && (line.clips.length > 1 || clip.state.failure !== undefined) && (
            <RemoveButton clip={clip} onRemove={acts.remove} />
          )}
        </div>
      </form>
      {dragging && <DropHere />}
    </div>
  )
}

/** Takes the focus when the form becomes another clip's by itself, because the one before is on its way. */
function CardTitle({ place, count, shownId }: { place: number; count: number; shownId: number }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const before = useRef(shownId)
  useEffect(() => {
    const hasLostFocus = document.activeElement === document.body
    if (before.current !== shownId && hasLostFocus) {
      heading.current?.focus({ preventScroll: true })
      heading.current?.closest('form')?.scrollIntoView()
    }
    before.current = shownId
  }, [shownId])
  return (
    <h2 id="upload-card" ref={heading} tabIndex={-1} className="text-lead font-strong outline-none">
      Upload Video{' '}
      {count > 1 && (
        <span className="ml-2 font-regular text-ink-muted tabular-nums">
          {place} of {count}
        </span>
      )}
    </h2>
  )
}

function DropHere() {
  return (
    <div className="pointer-events-none fixed inset-3 z-40 grid place-items-center rounded-card bg-canvas/90 outline-3 outline-accent outline-dashed">
      <p className="headline text-display">Drop it anywhere</p>
    </div>
  )
}
