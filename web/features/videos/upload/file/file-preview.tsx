import { useState } from 'react'
import { mayAutoplay } from '../../../../page/autoplay.ts'
import type { ContinuableUpload } from '../sending/continuable-uploads.ts'
import { describeShape, formatDuration, formatMegabytes, formatPercent } from './file-labels.ts'
import { HiddenData } from './hidden-data.tsx'
import { aspectRatioOf, type Findings, whyRefused } from './read-file.ts'

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
  disabled: boolean
}

/** A preview of the clip and its facts, before any byte is sent. */
export function FilePreview({ chosen, continued, disabled }: FilePreviewProps) {
  const { file, url, findings } = chosen
  const { facts, problem, hidden = [], says } = findings
  const refusal = whyRefused(findings)
  const [unplayable, setUnplayable] = useState(file.size === 0)
  const ratio = facts ? facts.width / facts.height : 16 / 9
  return (
    <figure className="flex flex-col gap-4">
      <div className="grid place-items-center overflow-hidden rounded-card bg-stage">
        <div className="relative w-full" style={{ aspectRatio: ratio, maxWidth: `min(100%, calc(48dvh * ${ratio}))` }}>
          {unplayable ? (
            <p className="absolute inset-0 grid place-items-center p-6 text-center text-ink-muted">
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
              className="absolute inset-0 size-full object-contain"
              onLoadedMetadata={({ currentTarget }) => setUnplayable(currentTarget.videoWidth === 0)}
              onError={() => setUnplayable(true)}
            />
          )}
        </div>
      </div>
      <figcaption className="flex flex-col gap-1">
        <span className="truncate font-strong">{file.name}</span>
        <span className="flex flex-wrap gap-x-4 text-small text-ink-muted tabular-nums">
          <span>{formatMegabytes(file.size)}</span>
          {facts?.durationSeconds !== undefined && <span>{formatDuration(facts.durationSeconds)}</span>}
          {facts && <span>{describeShape(aspectRatioOf(findings), facts)}</span>}
        </span>
        <span role="status" className={`text-small ${refusal ? 'text-danger' : 'text-accent-ink'}`}>
          {refusal ?? (unplayable && describeUnplayable(problem))}
        </span>
        <span role="status" className="text-small text-accent-ink">
          {continued?.arrivedBytes !== undefined &&
            continued.arrivedBytes > 0 &&
            `${formatPercent(continued.arrivedBytes / continued.sizeBytes)} already uploaded.`}
        </span>
        <HiddenData file={file} kinds={refusal ? [] : hidden} says={says} disabled={disabled} />
      </figcaption>
    </figure>
  )
}

function describeUnplayable(problem: string | undefined): string {
  return problem === undefined
    ? 'This browser can’t play this file. We’ll convert it.'
    : 'This browser can’t read this file. We may not be able to accept it.'
}
