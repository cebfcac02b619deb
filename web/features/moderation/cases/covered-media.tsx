import { useRef } from 'react'
import type { Case } from '../../../../contract/moderation/cases.ts'
import { keepFocus } from '../../../page/focus.ts'
import { Button } from '../../../ui/button.tsx'
import { Key } from '../../../ui/key.tsx'

interface CoveredMediaProps {
  /** `videoUrl` is `null` for a picture. */
  media: Pick<NonNullable<Case['media']>, 'videoUrl' | 'thumbnailUrl'>
  isShown: boolean
  onShow: () => void
}

/** Makes the picture unrecognisable. Set as a `style`, because filter classes would add to the CSS of every page. */
const covered = { filter: 'blur(2.5rem) grayscale(1)' }

/**
 * A clip or a picture that may be graphic. It is blurred and grey until the moderator reveals it. Clips start muted.
 */
export function CoveredMedia({ media, isShown, onShow }: CoveredMediaProps) {
  const box = useRef<HTMLDivElement>(null)
  const show = () => {
    keepFocus(box.current)
    onShow()
  }
  return (
    <div
      ref={box}
      tabIndex={-1}
      className="relative isolate grid aspect-video place-items-center overflow-clip rounded-card bg-stage outline-none"
    >
      {isShown ? (
        <Shown {...media} />
      ) : (
        <>
          {media.thumbnailUrl !== null && (
            <img
              src={media.thumbnailUrl}
              alt=""
              style={covered}
              className="absolute inset-0 -z-10 size-full object-cover"
            />
          )}
          <Button variant="overlay" onClick={show}>
            Show the {media.videoUrl === null ? 'picture' : 'clip'}
            <Key name="b" />
          </Button>
        </>
      )}
    </div>
  )
}

function Shown({ videoUrl, thumbnailUrl }: CoveredMediaProps['media']) {
  if (videoUrl === null)
    return <img src={thumbnailUrl ?? ''} alt="" className="absolute inset-0 size-full object-contain" />
  return (
    <video
      controls
      muted
      playsInline
      preload="metadata"
      aria-label="The clip"
      src={videoUrl}
      {...(thumbnailUrl !== null && { poster: thumbnailUrl })}
      className="absolute inset-0 size-full object-contain"
    />
  )
}
