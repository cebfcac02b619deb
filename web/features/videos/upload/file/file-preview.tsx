import EyeOff from 'lucide-react/icons/eye-off'
import { useState } from 'react'
import { type PrivateKind, privateKinds } from '../../../../../contract/media/metadata/private-data.ts'
import type { Statements } from '../../../../../contract/media/statements/read-statements.ts'
import { formatLength } from '../../../../format/clock.ts'
import { mayAutoplay } from '../../../../page/autoplay.ts'
import type { ContinuableUpload } from '../sending/continuable-uploads.ts'
import { describeShape, formatMegabytes, formatPercent } from './file-labels.ts'
import { ONLY_ON_SERVER } from './only-on-server.ts'
import { aspectRatioOf, type Findings, findFileProblem } from './read-file.ts'
import { WorkflowChoice } from './workflow-choice.tsx'

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
  const { facts, problem, hidden = [], statements } = findings
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
        <HiddenData file={file} kinds={refusal ? [] : hidden} statements={statements} disabled={disabled} />
      </figcaption>
    </figure>
  )
}

function describeUnplayable(problem: string | undefined): string {
  return problem === undefined || problem === ONLY_ON_SERVER
    ? 'This browser can’t play this file. We’ll convert it.'
    : 'This browser can’t read this file. We may not be able to accept it.'
}

interface HiddenDataProps {
  file: File
  kinds: readonly PrivateKind[]
  /** The statements in the file's tags; `undefined` if there are none or the tags have not been read yet. */
  statements: Statements | undefined
  disabled: boolean
}

/** Lists the data in the chosen file that viewers do not see, before any byte is sent. */
function HiddenData({ file, kinds, statements, disabled }: HiddenDataProps) {
  const isPrivate = kinds.length > 0
  return (
    <div className={isPrivate ? 'mt-3 flex flex-col gap-2 rounded-card bg-surface p-4 text-small' : ''}>
      <div role="status" className="flex flex-col gap-2">
        {isPrivate && (
          <>
            <p className="flex items-center gap-2 font-strong">
              <EyeOff className="size-4 shrink-0" />
              Removed before publishing
            </p>
            <ul className="flex list-disc flex-col gap-1 pl-6 text-ink-muted">
              {(Object.keys(privateKinds) as PrivateKind[]).map(
                (kind) =>
                  kinds.includes(kind) && (
                    <li key={kind}>
                      {privateKinds[kind]}
                      <Quoted texts={statements?.quotes[kind] ?? []} />
                    </li>
                  ),
              )}
            </ul>
            <p className="text-ink-muted">
              This data is in your file. Only you can see it. The clip looks and sounds the same without it, and the
              file on your device doesn’t change.
            </p>
            {statements?.credentials && (
              <p className="text-ink-muted">
                Removing it breaks the file’s seal. We check the seal first, and show on the clip’s page what we found
                and what we removed.
              </p>
            )}
            {statements && !statements.workflow && kinds.includes('workflow') && (
              <p className="text-ink-muted">The workflow can’t be shared: it is damaged, or too large.</p>
            )}
          </>
        )}
      </div>
      {isPrivate && statements?.workflow && (
        <WorkflowChoice file={file} workflow={statements.workflow} disabled={disabled} />
      )}
    </div>
  )
}

const QUOTED_COUNT = 3

function Quoted({ texts }: { texts: readonly string[] }) {
  if (texts.length === 0) return null
  const more = texts.length - QUOTED_COUNT
  return (
    <span className="block text-ink">
      {texts.slice(0, QUOTED_COUNT).map((text) => (
        <q key={text} dir="auto" className="line-clamp-2 break-words">
          {text}
        </q>
      ))}
      {more > 0 && <span className="text-ink-muted">and {more} more</span>}
    </span>
  )
}
