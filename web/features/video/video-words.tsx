import type { Video } from '../../../contract/videos.ts'
import { splitTags } from '../../../contract/videos.ts'

/** What its creator wrote about a video: caption, prompt and tags. */
export function VideoWords({ video }: { video: Pick<Video, 'caption' | 'prompt' | 'tags'> }) {
  const tags = splitTags(video.tags)
  return (
    <>
      {video.caption && <p className="whitespace-pre-line">{video.caption}</p>}
      {video.prompt && (
        <section aria-label="Prompt" className="rounded-card bg-surface p-5">
          <p className="text-small font-strong text-accent-ink">Prompt</p>
          <p className="mt-2 whitespace-pre-line text-ink-muted">{video.prompt}</p>
        </section>
      )}
      {tags.length > 0 && (
        <ul aria-label="Tags" className="flex flex-wrap gap-2">
          {tags.map((tag) => (
            <li key={tag} className="rounded-full bg-surface px-3 py-1 text-small text-ink-muted">
              #{tag}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
