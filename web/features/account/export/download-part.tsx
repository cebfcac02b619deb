import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { EXPORT_UNDER_WAY, getExport, type ExportPart } from '../../../../contract/account/export.ts'
import { formatBytes } from '../../../../contract/bytes.ts'
import { countOf } from '../../../format/count.ts'
import { formatDay } from '../../../format/day.ts'
import { failureMessage } from '../../../net/api-error.ts'
import { call } from '../../../net/api.ts'
import { keepFocus } from '../../../page/focus.ts'
import { useAction } from '../../../page/use-action.ts'
import { Button } from '../../../ui/button.tsx'
import { Problem } from '../../../ui/problem.tsx'
import { saveFile } from './save-file.ts'

/** The account's export. Pressing the first button lists its files, and each file then has its own download button. */
export function DownloadPart() {
  const section = useRef<HTMLElement>(null)
  const prepare = useAction({
    mutationFn: () => call(getExport),
    // The list replaces the pressed button.
    onSuccess: () => keepFocus(section.current),
  })
  const parts = prepare.data?.parts
  const start = useMutation({
    mutationFn: async (part: ExportPart) => {
      // The plan is fetched again. Another file may be downloading, the password may be required again, or the signed
      // URL may have expired.
      const plan = await call(getExport)
      if (plan.underWay !== null && plan.underWay !== part.number) return EXPORT_UNDER_WAY
      // Deleting clips changes the plan. A file that the new plan lacks is still downloaded as listed. All downloaded
      // files then belong to one plan.
      saveFile(plan.parts.find((each) => isSame(each, part)) ?? part)
      return 'Your download has started. If it fails, try again.'
    },
  })
  const error = prepare.error ?? start.error
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-labelledby="download"
      className="flex max-w-[39em] flex-col gap-4 outline-none"
    >
      <h2 id="download" className="headline -mb-2 text-lead">
        Download
      </h2>
      <p className="text-ink-muted">
        Everything that’s yours, as ZIP files: your original clips, including hidden ones, and everything this site
        knows about you, as text files with a README. This doesn’t change your account.
      </p>
      {parts ? (
        <ul>
          {parts.map((part) => (
            <PartItem
              key={part.number}
              part={part}
              isStarting={start.isPending && start.variables.number === part.number}
              onStart={() => start.mutate(part)}
            />
          ))}
        </ul>
      ) : (
        <Button className="self-start" pending={prepare.isPending} onClick={() => prepare.mutate()}>
          Prepare the download
        </Button>
      )}
      <p role="status" className="text-small text-ink-muted empty:hidden">
        {error || !parts ? null : (start.data ?? `Your download has ${countOf(parts.length, 'file')}.`)}
      </p>
      {error && <Problem>{failureMessage(error)}</Problem>}
    </section>
  )
}

const isSame = (one: ExportPart, other: ExportPart) =>
  one.number === other.number && one.from === other.from && one.until === other.until

function PartItem({ part, isStarting, onStart }: { part: ExportPart; isStarting: boolean; onStart: () => void }) {
  const name = part.number === 0 ? 'Your account' : `Clips, part ${part.number}`
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t border-line py-4">
      <div className="min-w-0">
        <p className="font-strong">{name}</p>
        <p className="text-small text-ink-muted">
          {contentsOf(part)} · {formatBytes(part.sizeBytes)}
        </p>
      </div>
      <Button aria-label={`Download ${name}`} pending={isStarting} onClick={onStart}>
        Download
      </Button>
    </li>
  )
}

function contentsOf({ clipsCount, from, until }: ExportPart): string {
  if (from === null || until === null) return 'Profile, clip details, comments, account data and more'
  const [first, last] = [formatDay(from), formatDay(until)]
  return `${countOf(clipsCount, 'clip')}, ${first === last ? first : `${first} to ${last}`}`
}
