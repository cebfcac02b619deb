import type { OwnUser } from '../../../contract/users.ts'
import { Button } from '../../ui/button.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { Protected } from '../../viewer/protected.tsx'
import { FilePicker } from './file/file-picker.tsx'
import { usePageDrop } from './file/use-page-drop.ts'
import { DetailsFields } from './form/details-fields.tsx'
import { DraftOffer, PublishedOffer, UnfinishedOffer } from './offers.tsx'
import { isPaused, UploadProgress } from './upload-progress.tsx'
import { useUpload } from './use-upload.ts'

export function UploadPage() {
  return <Protected>{(user) => <Upload user={user} />}</Protected>
}

function Upload({ user }: { user: OwnUser }) {
  const { form, change, chosen, choose, draft, continuable, publishing, isReady, submit } = useUpload(user)
  const { isPending, step, cancel, failure } = publishing
  const dragging = usePageDrop(choose)
  return (
    <div className="mx-auto max-w-6xl px-4 pt-6 pb-36 sm:px-8 sm:pt-10 sm:pb-60">
      <PageHeading title="Upload" className="headline text-display">
        Share Your Creation
      </PageHeading>
      {!isPending && <BegunUploads {...continuable} />}
      {draft.offered && <DraftOffer title={draft.offered.title} onRestore={draft.restore} onDiscard={draft.discard} />}
      <form
        noValidate
        onSubmit={submit}
        aria-labelledby="upload-card"
        className="mt-8 grid items-start gap-8 lg:grid-cols-2 lg:gap-14"
      >
        <div className="flex flex-col gap-5 lg:sticky lg:top-24">
          <h2 id="upload-card" className="text-lead font-strong">
            Upload Video
          </h2>
          <FilePicker
            chosen={chosen}
            continued={isPending ? undefined : continuable.continued}
            onChoose={choose}
            disabled={isPending}
          />
        </div>
        <div className="flex flex-col gap-6">
          <DetailsFields form={form} onChange={change} disabled={isPending} />
          {step && <UploadProgress step={step} onCancel={cancel} />}
          {failure && <Failure reason={failure} />}
          <Button
            type="submit"
            variant="primary"
            aria-describedby={failure && FAILURE_ID}
            pending={isPending && !isPaused(step)}
            disabled={!isReady || isPaused(step)}
          >
            {isPaused(step) ? 'Paused' : isPending ? 'Uploading...' : 'Upload Video'}
          </Button>
        </div>
      </form>
      {dragging && !isPending && <DropHere />}
    </div>
  )
}

function BegunUploads({ others, forget }: ReturnType<typeof useUpload>['continuable']) {
  return others.map((upload) => {
    const [key, onForget] = [upload.ticket.resumableURL, () => forget(upload)]
    return upload.published ? (
      <PublishedOffer key={key} video={upload.published} onDismiss={onForget} />
    ) : (
      <UnfinishedOffer key={key} upload={upload} onForget={onForget} />
    )
  })
}

const FAILURE_ID = 'upload-failure'

/** Stays until the next try; the toast has announced it. */
function Failure({ reason }: { reason: string }) {
  return (
    <p id={FAILURE_ID} className="-mb-2 flex items-start gap-3">
      <span aria-hidden="true" className="mt-2 size-2 shrink-0 rounded-full bg-danger" />
      <span>
        <span className="font-strong text-danger">Upload failed:</span> {reason}
      </span>
    </p>
  )
}

function DropHere() {
  return (
    <div className="pointer-events-none fixed inset-3 z-40 grid place-items-center rounded-card bg-canvas/90 outline-3 outline-accent outline-dashed">
      <p className="headline text-display">Drop it anywhere</p>
    </div>
  )
}
