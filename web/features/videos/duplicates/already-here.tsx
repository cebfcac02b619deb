import { useState } from 'react'
import { Link } from 'wouter'
import type { Match } from '../../../../contract/videos/duplicates.ts'
import { formatDay } from '../../../format/day.ts'
import { CreatorMention } from '../../../people/creator-mention.tsx'
import { RadioGroup } from '../../../ui/forms/radio-group.tsx'
import { videoPath } from '../../../videos/video-paths.ts'
import { useOwnUser } from '../../../viewer/viewer.queries.ts'
import { answersAbout, storeAnswer } from './file-answers.ts'

const choices = {
  credit: { label: 'Give credit', effect: 'Your clip’s page will say who published it here first.' },
  mine: { label: 'It’s mine too', effect: 'We won’t show this until a moderator has reviewed it.' },
  anyway: { label: 'Publish anyway', effect: 'If the clip is the same, its page may say who published it first.' },
} as const
type Answer = keyof typeof choices

interface AlreadyHereProps {
  heading: string
  file: File
  matches: readonly Match[]
  disabled: boolean
}

/**
 * Lists the clips that show the same pictures as a chosen file, and asks how to proceed. The list never blocks
 * publishing.
 */
export function AlreadyHere({ heading, file, matches, disabled }: AlreadyHereProps) {
  const user = useOwnUser()
  const [answer, setAnswer] = useState<Answer>(() => answersAbout(file).alreadyHere?.answer ?? 'anyway')
  const first = matches.find(({ creator }) => creator.id !== user?.id)
  const choose = (chosen: Answer) => {
    setAnswer(chosen)
    const alreadyHere = first && chosen !== 'anyway' ? { id: first.videoId, answer: chosen } : undefined
    storeAnswer(file, { alreadyHere })
  }
  return (
    <div className="flex flex-col gap-3 rounded-card bg-surface p-4 text-small">
      <p className="text-body font-strong">{heading}</p>
      <ul className="flex flex-col gap-2">
        {matches.map((match) => (
          <MatchLine key={match.videoId} match={match} isOwn={match.creator.id === user?.id} />
        ))}
      </ul>
      {first && (
        <div className="px-3">
          <RadioGroup
            legend="What do you want to do?"
            isLegendHidden
            isDense
            value={answer}
            choices={choices}
            onChange={choose}
            disabled={disabled}
          />
        </div>
      )}
    </div>
  )
}

/** The link opens in a new tab, so that typed details are kept. */
function MatchLine({ match, isOwn }: { match: Match; isOwn: boolean }) {
  const { videoId, title, thumbnailUrl, publishedAt, creator } = match
  return (
    <li className="flex min-w-0 items-center gap-3">
      <span className="size-12 shrink-0 overflow-hidden rounded-control bg-surface-raised">
        {thumbnailUrl && <img src={thumbnailUrl} alt="" className="size-full object-cover" />}
      </span>
      <span className="min-w-0">
        <Link
          href={videoPath(videoId)}
          target="_blank"
          className="touch-target block rounded-control font-strong underline decoration-line underline-offset-4"
        >
          <span dir="auto" className="block truncate">
            {title}
          </span>
        </Link>
        <span className="block truncate text-ink-muted">
          {isOwn ? 'yours' : <CreatorMention creator={creator} />}, {formatDay(publishedAt)}
        </span>
      </span>
    </li>
  )
}
