import type { Video } from '../../../../contract/videos/videos.ts'
import { Button } from '../../../ui/button.tsx'

/** The stage of a video that cannot be played: it is still being processed, or unavailable. */
export function StillStage({ video, onRetry }: { video: Video; onRetry: () => void }) {
  if (video.status === 'processing') return <StageNotice sentence="Processing. It will play in a moment." />
  return <StageNotice sentence="Video unavailable" onRetry={onRetry} />
}

/**
 * Shown when the player's code could not be loaded. If the network is available, an update of the site has removed the
 * code, so the page is reloaded.
 */
export function PlayerMissing({ fetchAgain }: { fetchAgain: () => void }) {
  const retry = () => (navigator.onLine ? location.reload() : fetchAgain())
  return <StageNotice sentence="We couldn’t load the player." onRetry={retry} />
}

/** A sentence in place of the player. */
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
