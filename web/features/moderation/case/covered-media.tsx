import type { Case } from '../../../../contract/moderation/cases.ts'
import { Button } from '../../../ui/button.tsx'
import { Key } from '../../../ui/key.tsx'

interface CoveredMediaProps {
  media: NonNullable<Case['media']>
  isShown: boolean
  onShow: () => void
}

/** A clip that may be graphic: blurred, grey and silent until somebody asks to see it, and then still muted. */
export function CoveredMedia({ media, isShown, onShow }: CoveredMediaProps) {
  return (
    <div className="relative isolate grid h-72 place-items-center overflow-clip rounded-card bg-stage sm:h-96">
      {isShown ? (
        <video
          controls
          muted
          playsInline
          preload="metadata"
          aria-label="The clip"
          {...(media.videoUrl !== null && { src: media.videoUrl })}
          {...(media.thumbnailUrl !== null && { poster: media.thumbnailUrl })}
          className="size-full object-contain"
        />
      ) : (
        <>
          {media.thumbnailUrl !== null && (
            <img
              src={media.thumbnailUrl}
              alt=""
              className="absolute inset-0 -z-10 size-full scale-125 object-cover opacity-60 blur-2xl grayscale"
            />
          )}
          <Button variant="overlay" onClick={onShow}>
            Show the clip
            <Key name="b" />
          </Button>
        </>
      )}
    </div>
  )
}
