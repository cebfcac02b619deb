import ChevronDown from 'lucide-react/icons/chevron-down'
import { type ReactNode, useState } from 'react'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { videoPath } from '../../../videos/video-paths.ts'
import { formatPercent, shortenName } from './file/file-labels.ts'
import type { UploadForm } from './form/upload-form.ts'
import { useHeadingFocus } from './queue/use-heading-focus.ts'
import type { ContinuableUpload } from './sending/continuable-uploads.ts'

interface ContinueCardProps {
  drafts: readonly UploadForm[]
  onRestore: (draft: UploadForm) => void
  onDiscard: (drafts: readonly UploadForm[]) => void
  uploads: readonly ContinuableUpload[]
  onForget: (upload: ContinuableUpload) => void
}

/**
 * Unfinished work from an earlier visit: drafts, unfinished uploads, and clips that were published after the page
 * closed.
 */
export function ContinueCard({ drafts, onRestore, onDiscard, uploads, onForget }: ContinueCardProps) {
  const heading = useHeadingFocus(drafts.length + uploads.length)
  const [isOpen, setOpen] = useState(false)
  if (drafts.length + uploads.length === 0) return null
  const rows = drafts.map((draft, i) => (
    <DraftRow
      key={i}
      draft={draft}
      isOnly={drafts.length === 1}
      onRestore={() => onRestore(draft)}
      onDiscard={() => onDiscard([draft])}
    />
  ))
  return (
    <section aria-labelledby="continue" className="mt-6 rounded-card bg-surface pt-4 pr-3 pb-3 pl-5">
      <h2 id="continue" ref={heading} tabIndex={-1} className="outline-none text-small font-strong text-ink-muted">
        Continue
      </h2>
      {/* Drafts have no ids. The key changes with the number of drafts, so no draft gets the focus of a removed one.
       */}
      <ul key={drafts.length}>
        {drafts.length > 1 ? (
          <li>
            <div className="flex items-center justify-between py-1">
              <Button
                variant="ghost"
                className="-ml-5 text-ink!"
                aria-expanded={isOpen}
                aria-controls={DRAFTS_ID}
                onClick={() => setOpen(!isOpen)}
              >
                {drafts.length} drafts
                <ChevronDown className={`size-4 transition-transform ${isOpen ? 'rotate-180' : ''}`} />
              </Button>
              <Button variant="ghost" onClick={() => onDiscard(drafts)}>
                Discard all
              </Button>
            </div>
            <ul id={DRAFTS_ID} hidden={!isOpen}>
              {rows}
            </ul>
          </li>
        ) : (
          rows
        )}
        {uploads.map((upload) => (
          <UploadRow key={upload.ticket.resumableURL} upload={upload} onForget={() => onForget(upload)} />
        ))}
      </ul>
    </section>
  )
}

const DRAFTS_ID = 'drafts'

function Row({ sentence, children }: { sentence: ReactNode; children: ReactNode }) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 py-1">
      <p className="min-w-0 grow basis-60 py-1 wrap-anywhere">{sentence}</p>
      <div className="ml-auto flex gap-2">{children}</div>
    </li>
  )
}

interface DraftRowProps {
  draft: UploadForm
  isOnly: boolean
  onRestore: () => void
  onDiscard: () => void
}

function DraftRow({ draft, isOnly, onRestore, onDiscard }: DraftRowProps) {
  const title = draft.title.trim() || shortenName(draft.caption.trim() || draft.prompt.trim())
  const name = title && (isOnly ? `You have a draft: “${title}”.` : `“${title}”`)
  return (
    <Row sentence={name || (isOnly ? 'You have a draft.' : 'Without a title')}>
      <Button variant="ghost" aria-label={title ? `Discard: ${title}` : undefined} onClick={onDiscard}>
        Discard
      </Button>
      <Button
        className="bg-surface-raised!"
        aria-label={title ? `Restore draft: ${title}` : undefined}
        onClick={onRestore}
      >
        Restore draft
      </Button>
    </Row>
  )
}

function UploadRow({ upload, onForget }: { upload: ContinuableUpload; onForget: () => void }) {
  const { name, published } = upload
  if (!published) {
    return (
      <Row sentence={<UnfinishedSentence {...upload} />}>
        <Button variant="ghost" aria-label={`Discard: ${name}`} onClick={onForget}>
          Discard
        </Button>
      </Row>
    )
  }
  return (
    <Row sentence={`“${published.title}” is published.`}>
      <Button variant="ghost" aria-label={`Dismiss: ${published.title}`} onClick={onForget}>
        Dismiss
      </Button>
      <ButtonLink
        href={videoPath(published.id)}
        className="bg-surface-raised!"
        aria-label={`Watch: ${published.title}`}
        onClick={onForget}
      >
        Watch
      </ButtonLink>
    </Row>
  )
}

/** An unfinished upload. Browsers cannot keep the file, so the creator has to choose it again. */
function UnfinishedSentence({ name, sizeBytes, arrivedBytes }: ContinuableUpload) {
  return (
    <>
      You were uploading <bdi>{shortenName(name)}</bdi>
      {arrivedBytes !== undefined && (
        <span className="whitespace-nowrap"> ({formatPercent(arrivedBytes / sizeBytes)})</span>
      )}
      . Choose the same file to continue.
    </>
  )
}
