import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { Video } from '../../../contract/videos.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { formatPercent, shortenName } from './file/file-labels.ts'
import type { ContinuableUpload } from './sending/continuable-uploads.ts'

/** What an earlier visit left: a sentence, and what can be done with it. */
function Offer({ sentence, children }: { sentence: ReactNode; children: ReactNode }) {
  return (
    <div className="mt-6 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card bg-surface py-3 pr-3 pl-5">
      <p className="min-w-0 grow basis-60 wrap-anywhere">{sentence}</p>
      <div className="ml-auto flex gap-2">{children}</div>
    </div>
  )
}

interface DraftOfferProps {
  title: string
  onRestore: () => void
  onDiscard: () => void
}

export function DraftOffer({ title, onRestore, onDiscard }: DraftOfferProps) {
  return (
    <Offer sentence={title ? `You have a draft: “${title}”.` : 'You have a draft.'}>
      <Button variant="ghost" onClick={onDiscard}>
        Discard
      </Button>
      <Button className="bg-surface-raised!" onClick={onRestore}>
        Restore draft
      </Button>
    </Offer>
  )
}

/** The file itself cannot be kept: whoever has it chooses it again. */
export function UnfinishedOffer({ upload, onForget }: { upload: ContinuableUpload; onForget: () => void }) {
  const { name, sizeBytes, arrivedBytes } = upload
  const arrived = arrivedBytes !== undefined && (
    <span className="whitespace-nowrap"> ({formatPercent(arrivedBytes / sizeBytes)})</span>
  )
  const sentence = (
    <>
      You were uploading <bdi>{shortenName(name)}</bdi>
      {arrived}. Choose the same file to continue.
    </>
  )
  return (
    <Offer sentence={sentence}>
      <Button variant="ghost" aria-label={`Forget it: ${name}`} onClick={onForget}>
        Forget it
      </Button>
    </Offer>
  )
}

/** The page that sent it never heard that it was published. */
export function PublishedOffer({ video, onDismiss }: { video: Video; onDismiss: () => void }) {
  return (
    <Offer sentence={`“${video.title}” is published.`}>
      <Button variant="ghost" aria-label={`Dismiss: ${video.title}`} onClick={onDismiss}>
        Dismiss
      </Button>
      <Link
        href={`/video/${video.id}`}
        className={buttonClass('quiet', 'bg-surface-raised!')}
        aria-label={`Watch it: ${video.title}`}
        onClick={onDismiss}
      >
        Watch it
      </Link>
    </Offer>
  )
}
