import { AlreadyHere } from './already-here.tsx'
import { useMatches } from './use-matches.ts'

interface MatchesAdviceProps {
  file: File
  url: string
  durationSeconds: number | undefined
  disabled: boolean
}

/** Shows the clips that match a chosen file. Mount a new one for each file. */
export function MatchesAdvice({ disabled, ...looked }: MatchesAdviceProps) {
  const matches = useMatches(looked)
  const isSame = matches.some(({ kind }) => kind === 'same')
  const sentence = isSame ? 'This clip is already here' : 'Some of this clip is already here'
  return (
    <>
      <p role="status" className="sr-only">
        {matches.length > 0 && sentence}
      </p>
      {matches.length > 0 && (
        <AlreadyHere heading={sentence} file={looked.file} matches={matches} disabled={disabled} />
      )}
    </>
  )
}
