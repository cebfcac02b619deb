import type { Video } from '../../../contract/videos.ts'
import { Button } from '../../ui/button.tsx'

/** Nothing here can be played now: still on its way, or not at all. */
export function StillStage({ video, onRetry }: { video: Video; onRetry: () => void }) {
  return (
    <div role="status" className="absolute inset-0 grid place-items-center p-6">
      <div className="flex max-w-xs flex-col items-center gap-3 rounded-card bg-scrim px-5 py-4 text-center text-on-scrim">
        {video.status === 'processing' ? (
          <p>Getting it ready. It will play in a moment.</p>
        ) : (
          <>
            <p>Video unavailable</p>
            <Button variant="overlay" onClick={onRetry}>
              Retry
            </Button>
          </>
        )}
      </div>
    </div>
  )
}
