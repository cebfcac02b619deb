import { useState } from 'react'
import { formatLength } from '../../../../format/clock.ts'
import { mayAutoplay } from '../../../../page/autoplay.ts'
import type { ContinuableUpload } from '../sending/continuable-uploads.ts'
import { describeShape, formatMegabytes, formatPercent } from './file-labels.ts'
import { ONLY_ON_SERVER } from './only-on-server.ts'
import { type Findings, findFileProblem } from './read-file.ts'

export interface ChosenFile {
  file: File
  /** A blob address for showing the file in this browser. */
  url: string
  findings: Findings
}

interface FilePreviewProps {
  chosen: ChosenFile
  /** The unfinished upload that the file continues. */
  continued: ContinuableUpload | undefined
}

/** A preview of the clip and its facts, before any byte is sent. */
export function FilePreview({ chosen, continued }: FilePreviewProps) {
  const { file, url, findings } = chosen
  const { facts, problem } = findings
  const refusal = findFileProblem(findings)
  const [unplayable, setUnplayable] = useState(file.size === 0)
  return (
    <figure className="flex flex-col gap-4">
      {/* As high as the picker that it replaces. The clip's own ratio is known later, and would move the details. */}
      <div className="grid h-[min(20rem,40dvh)] place-items-center overflow-hidden rounded-card bg-stage">
        {unplayable ? (
          <p className="p-6 text-center text-ink-muted">
            {problem ? 'No preview available' : 'No preview in this browser'}
          </p>
        ) : (
          <video
            src={url}
            muted
            loop
            playsInline
            autoPlay={mayAutoplay()}
            aria-label="Preview of the chosen video"
            className="size-full min-h-0 object-contain"
            onLoadedMetadata={({ currentTarget }) => setUnplayable(currentTarget.videoWidth === 0)}
            onError={() => setUnplayable(true)}
          />
        )}
      </div>
      <figcaption className="flex flex-col gap-1">
        <span dir="auto" className="truncate font-strong">
          {file.name}
        </span>
        <span className="flex flex-wrap gap-x-4 text-small text-ink-muted tabular-nums">
          <span>{formatMegabytes(file.size)}</span>
          {facts?.durationSeconds !== undefined && <span>{formatLength(facts.durationSeconds)}</span>}
          {facts && <span>{describeShape(facts)}</span>}
        </span>
        <span role="status" className={`text-small ${refusal ? 'text-danger' : 'text-accent-ink'}`}>
          {refusal ?? (unplayable && describeUnplayable(problem))}
        </span>
        <span role="status" className="text-small text-accent-ink">
          {continued?.arrivedBytes !== undefined &&
            continued.arrivedBytes > 0 &&
            `${formatPercent(continued.arrivedBytes / continued.sizeBytes)} already uploaded.`}
        </span>
      </figcaption>
    </figure>
  )
}

function describeUnplayable(problem: string | undefined): string {
  return problem === undefined || problem === ONLY_ON_SERVER
    ? 'This browser can’t play this file. We’ll convert it.'
    : 'This browser can’t read this file. We may not be able to accept it.'
}
