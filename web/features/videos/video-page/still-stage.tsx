import type { Video } from '../../../../contract/videos/videos.ts'
import { Button } from '../../../ui/button.tsx'

/** Nothing here can be played now: still on its way, or not at all. */
export function StillStage({ video, onRetry }: { video: Video; onRetry: () => void }) {
  if (video.status === 'processing') return <StageNotice sentence="Getting it ready. It will play in a moment." />
  return <StageNotice sentence="Video unavailable" onRetry={onRetry} />
}

/** With a network, the code of the player is gone since the site was updated: the page is loaded anew. */
export function PlayerMissing({ fetchAgain }: { fetchAgain: () => void }) {
  const retry = () => (navigator.onLine ? location.reload() : fetchAgain())
  return <StageNotice sentence="We couldn’t load the player." onRetry={retry} />
}

/** A word in the place of the player. */
function StageNotice({ sentence, onRetry }: { sentence: string; onRetry?: () => void }) {
  return (
    <div role="status" className="absolute inset-0 grid place-items-center p-6">
      <div className="flex max-w-xs flex-col items-center gap-3 rounded-card bg-scrim px-5 py-4 text-center text-on-scrim">
        <p>{sentence}</p>
        {onRetry && (
          <Button variant="overlay" onClick={onRetry}>
            Retry
          </Button>
        )}
      </div>
    </div>
  )
}
