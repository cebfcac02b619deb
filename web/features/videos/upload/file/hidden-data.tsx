import EyeOff from 'lucide-react/icons/eye-off'
import { type PrivateKind, privateKinds } from '../../../../../contract/media/private-data/private-data.ts'
import type { ChosenFile } from './file-preview.tsx'
import { findFileProblem } from './read-file.ts'
import { WorkflowChoice } from './workflow-choice.tsx'

/**
 * Lists the data in the chosen file that viewers do not see, before any byte is sent. It is at the end of the form,
 * because reading the file takes a moment, and nothing that the creator already uses may move.
 */
export function HiddenData({ chosen: { file, findings }, disabled }: { chosen: ChosenFile; disabled: boolean }) {
  const { hidden: kinds = [], detected } = findings
  const isPrivate = kinds.length > 0 && !findFileProblem(findings)
  return (
    // The live region must exist before its text. It is out of the flow while it is empty.
    <div className={isPrivate ? 'flex flex-col gap-2 rounded-card bg-surface p-4 text-small' : 'absolute'}>
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
                      <Quoted texts={detected?.quotes[kind] ?? []} />
                    </li>
                  ),
              )}
            </ul>
            <p className="text-ink-muted">
              This data is in your file. Only you can see it. The clip looks and sounds the same without it, and the
              file on your device doesn’t change.
            </p>
            {detected?.credentials && (
              <p className="text-ink-muted">
                Removing it breaks the file’s seal. We check the seal first, and show on the clip’s page what we found
                and what we removed.
              </p>
            )}
            {detected && !detected.workflow && kinds.includes('workflow') && (
              <p className="text-ink-muted">The workflow can’t be shared: it is damaged, or too large.</p>
            )}
          </>
        )}
      </div>
      {isPrivate && detected?.workflow && (
        <WorkflowChoice file={file} workflow={detected.workflow} disabled={disabled} />
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
