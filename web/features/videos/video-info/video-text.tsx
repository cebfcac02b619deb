import Copy from 'lucide-react/icons/copy'
import { useState } from 'react'
import { Link } from 'wouter'
import type { Video } from '../../../../contract/videos/videos.ts'
import { splitTags, tagPath } from '../../../../contract/videos/tags.ts'
import { IconButton } from '../../../ui/button.tsx'
import { ClampedText, ShowMoreButton } from '../../../ui/clamped-text.tsx'
import { copyPrompt } from './copy-prompt.ts'

export function VideoText({ video }: { video: Pick<Video, 'caption' | 'prompt' | 'tags' | 'creator'> }) {
  const tags = splitTags(video.tags)
  return (
    <>
      <div className="flex flex-col gap-3 empty:hidden">
        {video.caption && <ClampedText key={video.caption} text={video.caption} />}
        {tags.length > 0 && <Tags tags={tags} />}
      </div>
      {video.prompt && <Prompt key={video.prompt} text={video.prompt} isExample={video.creator.isSample} />}
    </>
  )
}

const TAGS_AT_ONCE = 10

function Tags({ tags }: { tags: string[] }) {
  const [isOpen, setOpen] = useState(false)
  const shown = isOpen ? tags : tags.slice(0, TAGS_AT_ONCE)
  return (
    <ul aria-label="Tags" className="flex min-w-0 flex-wrap items-center gap-2">
      {shown.map((tag) => (
        <li key={tag} className="flex min-w-0">
          <Link
            href={tagPath(tag)}
            className="flex min-w-11 items-center justify-center rounded-card bg-surface px-3 py-1 text-small break-words text-ink-muted transition-colors hover:text-ink pointer-coarse:min-h-11"
          >
            <bdi className="min-w-0">#{tag}</bdi>
          </Link>
        </li>
      ))}
      {tags.length > TAGS_AT_ONCE && (
        <li>
          <ShowMoreButton isOpen={isOpen} onToggle={() => setOpen(!isOpen)} />
        </li>
      )}
    </ul>
  )
}

/**
 * @param isExample Whether the clip is a sample, which was drawn by code. The prompt of a sample is only an example.
 */
function Prompt({ text, isExample }: { text: string; isExample: boolean }) {
  return (
    <section aria-label="Prompt" className="rounded-card bg-surface pt-2 pr-2 pb-5 pl-5">
      <div className="flex items-center justify-between">
        <p className="text-small font-strong text-ink-muted">{isExample ? 'Example prompt' : 'Prompt'}</p>
        <IconButton label="Copy prompt" className="ready-hover:bg-surface-raised" onClick={() => void copyPrompt(text)}>
          <Copy className="size-4" />
        </IconButton>
      </div>
      <ClampedText text={text} className="pr-3 text-ink-muted" />
    </section>
  )
}
