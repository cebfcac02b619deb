import { Button } from '../button.tsx'
import { Notice } from '../notice.tsx'

interface LoadFailureProps {
  /** The name of the content as the end of a sentence: 'the video'. */
  what: string
  /** Whether it replaces the whole page and contains the page's heading. */
  page?: boolean
  onRetry: () => void
}

/** A message that content could not be loaded, with a button to try again. */
export function LoadFailure({ what, page = false, onRetry }: LoadFailureProps) {
  const sentence = `We couldn’t load ${what}`
  return (
    <Notice title={page ? sentence : undefined} heading={sentence} sentence="Please try again in a moment.">
      <Button variant="primary" onClick={onRetry}>
        Retry
      </Button>
    </Notice>
  )
}
