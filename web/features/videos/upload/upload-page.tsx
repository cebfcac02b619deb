import { useEffect, useRef } from 'react'
import type { OwnUser } from '../../../../contract/account/users.ts'
import { isFocusLost } from '../../../page/focus.ts'
import { Button } from '../../../ui/button.tsx'
import { StillMissing } from '../../../ui/forms/still-missing.tsx'
import { Skeleton } from '../../../ui/loading/skeleton.tsx'
import { Spinner } from '../../../ui/loading/spinner.tsx'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { Protected } from '../../../viewer/sign-in/protected.tsx'
import { MatchesAdvice } from '../duplicates/matches-advice.tsx'
import { RemixNote } from '../lineage/remix-note.tsx'
import { CopyToAll, DescribeTogether, UploadAll } from './several-clips/all-clips.tsx'
import { ClipList } from './several-clips/clip-list.tsx'
import { ContinueCard } from './continue-card.tsx'
import { AddClips, FilePicker } from './file/file-picker.tsx'
import { HiddenData } from './file/hidden-data.tsx'
import { detectedMetadataCode, findFileProblem } from './file/read-file.ts'
import { usePageDrop } from './file/use-page-drop.ts'
import { DetailsFields } from './form/details-fields.tsx'
import { sharedFields } from './form/video-fields.ts'
import { ClipStatus, FAILURE_ID } from './queue/clip-status.tsx'
import { isReady, listMissing } from './queue/clip-labels.ts'
import { isMoving, isPaused } from './queue/describe-step.ts'
import { AccountStatusNotice, StorageNotice } from './notices.tsx'
import {
  type QueueState,
  isTogether,
  listDescribed,
  openDrafts,
  shownClip,
  type Clip,
  failureOf,
} from './queue/queue-state.ts'
import { ClipRows } from './several-clips/clip-rows.tsx'
import { useUpload } from './use-upload.ts'

export function UploadPage() {
  return <Protected>{(user) => <Upload user={user} />}</Protected>
}

function Upload({ user }: { user: OwnUser }) {
  const page = useUpload(user)
  const { queueState, clip, chosen, continuable, ...acts } = page
  const dragging = usePageDrop(acts.choose)
  const shared = isTogether(queueState) ? queueState.shared : undefined
  return (
    <div className="mx-auto max-w-6xl px-4 pt-6 pb-36 sm:px-8 sm:pt-10 sm:pb-60 short:pt-3">
      <PageHeading title="Upload" className="headline text-title sm:text-display">
        Share Your Creation
      </PageHeading>
      <AccountStatusNotice status={user.standing} />
      <ContinueCard
        drafts={openDrafts(queueState)}
        onRestore={acts.restore}
        onDiscard={acts.discard}
        uploads={continuable?.others ?? []}
        onForget={(upload) => void continuable?.forget(upload)}
      />
      <ClipList queueState={queueState} onShow={acts.show} />
      {!shared && <DescribeTogether queueState={queueState} onDescribe={acts.describeTogether} />}
      {acts.isLoadingRemix ? (
        <Skeleton label="Loading the clip to remix" className="mt-4 sm:mt-8 short:mt-3" />
      ) : (
        <form
          noValidate
          onSubmit={acts.submit}
          aria-labelledby="upload-card"
          className="mt-4 grid scroll-mt-24 grid-cols-1 items-start gap-x-10 gap-y-8 sm:mt-8 beside:grid-cols-2 short:mt-3"
        >
          {/* With detected metadata, this column may be higher than the screen. */}
          <div className={`flex flex-col gap-5 ${shared || chosen?.findings.detected ? '' : 'lg:sticky lg:top-24'}`}>
            <CardTitle queueState={queueState} />
            {shared ? (
              <>
                <ClipRows queueState={queueState} onEdit={acts.edit} onOpen={acts.show} onRemove={acts.remove} />
                <AddClips onAdd={acts.add} />
              </>
            ) : (
              <>
                <RemixNote parents={clip.form.parents} />
                <ShownFile {...page} />
              </>
            )}
            <StorageNotice clips={listDescribed(queueState)} continued={continuable?.continued && clip} />
          </div>
          <div key={shared ? 'together' : clip.id} className="flex flex-col gap-6">
            {shared ? (
              <>
                <h3 className="text-lead font-strong">Details for all clips</h3>
                <DetailsFields form={shared} fields={sharedFields} onChange={acts.editShared} disabled={false} />
                <UploadAll queueState={queueState} onUpload={acts.submitAll} />
              </>
            ) : (
              <ShownDetails {...page} />
            )}
          </div>
        </form>
      )}
      {dragging && <DropHere />}
    </div>
  )
}

type Page = ReturnType<typeof useUpload>

/** The file of the clip in the form, with its detected metadata and earlier clips with the same pictures. */
function ShownFile({ clip: { form, state }, chosen, continuable, ...acts }: Page) {
  const isLocked = state.kind !== 'form'
  const { DetectedMetadataSection } = detectedMetadataCode.loaded ?? {}
  return (
    <>
      <FilePicker
        chosen={chosen}
        continued={continuable?.continued}
        onChoose={acts.choose}
        onAdd={acts.add}
        disabled={isLocked}
      />
      {/* Beside the form, because it appears when the file has been read, and its buttons make fields grow. */}
      {chosen?.findings.detected && DetectedMetadataSection && (
        <DetectedMetadataSection
          key={chosen.url}
          detected={chosen.findings.detected}
          form={form}
          onChange={acts.edit}
          disabled={isLocked}
        />
      )}
      {chosen && (
        <MatchesAdvice
          key={chosen.url}
          file={chosen.file}
          url={chosen.url}
          durationSeconds={chosen.findings.facts?.durationSeconds}
          disabled={isLocked}
        />
      )}
    </>
  )
}

/** The form of the shown clip, its progress, and the buttons that submit or remove it. */
function ShownDetails({ queue, queueState, clip, chosen, ...acts }: Page) {
  const { id, form, state, findings } = clip
  const isLocked = state.kind !== 'form'
  const mayRemove = queueState.clips.length > 1 || failureOf(state) !== undefined || findFileProblem(findings)
  return (
    <>
      <DetailsFields
        form={form}
        source={chosen && { url: chosen.url, ...findings?.facts }}
        onChange={acts.edit}
        disabled={isLocked}
      />
      {chosen && <HiddenData key={chosen.url} chosen={chosen} disabled={isLocked} />}
      {!isLocked && <CopyToAll queueState={queueState} onCopy={acts.copyToAll} />}
      <ClipStatus state={state} onCancel={() => queue.cancel(id)} />
      <PublishButton clip={clip} />
      <UploadAll queueState={queueState} onUpload={acts.submitAll} />
      {!isLocked && mayRemove && (
        <Button variant="ghost" onClick={() => acts.remove()}>
          Remove this clip
        </Button>
      )}
    </>
  )
}

/** The heading of the card. It takes the focus when publishing removes the focused button. */
function CardTitle({ queueState }: { queueState: QueueState }) {
  const clip = shownClip(queueState)
  const count = queueState.clips.length
  const together = isTogether(queueState)
  const shown = `${clip.id} ${listDescribed(queueState).length} ${together}`
  const heading = useRef<HTMLHeadingElement>(null)
  const before = useRef(shown)
  useEffect(() => {
    if (before.current !== shown && isFocusLost()) {
      heading.current?.focus({ preventScroll: true })
      heading.current?.closest('form')?.scrollIntoView()
    }
    before.current = shown
  }, [shown])
  return (
    <h2 id="upload-card" ref={heading} tabIndex={-1} className="text-lead font-strong outline-none">
      Upload Video{' '}
      {count > 1 && (
        <span className="ml-2 font-regular text-ink-muted tabular-nums">
          {together ? `${listDescribed(queueState).length} clips` : `${queueState.clips.indexOf(clip) + 1} of ${count}`}
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

function PublishButton({ clip }: { clip: Clip }) {
  const { state } = clip
  const isBusy = state.kind === 'uploading' && isMoving(state.step)
  const isHeld = state.kind === 'uploading' && isPaused(state.step)
  const hasFailed = failureOf(state) !== undefined
  const missing = state.kind === 'form' ? listMissing(clip) : []
  return (
    <div className="flex flex-col gap-3">
      <Button
        type="submit"
        variant="primary"
        aria-describedby={hasFailed ? FAILURE_ID : missing.length > 0 ? MISSING_ID : undefined}
        aria-busy={isBusy || undefined}
        // A disabled button would lose the focus when the network goes away.
        aria-disabled={state.kind !== 'form'}
        disabled={!isReady(clip)}
      >
        {isBusy && <Spinner className="size-4" />}
        {state.kind === 'form' ? 'Upload Video' : isBusy ? 'Uploading...' : isHeld ? 'Paused' : 'Waiting...'}
      </Button>
      <StillMissing id={MISSING_ID} missing={missing} />
    </div>
  )
}

const MISSING_ID = 'upload-missing'
