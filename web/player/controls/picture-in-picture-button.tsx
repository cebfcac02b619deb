import Icon from 'lucide-react/icons/picture-in-picture-2'
import { IconButton } from '../../ui/button.tsx'
import { togglePictureInPicture } from './player-actions.ts'
import { usePlayerValue } from './use-player-value.ts'

/** Shows the clip in a small window over other pages. It renders nothing in browsers that cannot do this. */
export function PictureInPictureButton({ player, className = '' }: { player: HTMLVideoElement; className?: string }) {
  const isOut = usePlayerValue(
    player,
    'enterpictureinpicture leavepictureinpicture',
    (now) => document.pictureInPictureElement === now,
  )
  // Firefox has a button of its own and no such property.
  if (!document.pictureInPictureEnabled) return null
  return (
    <IconButton
      variant="bare"
      label="Picture in picture"
      aria-pressed={isOut}
      className={className}
      onClick={() => togglePictureInPicture(player)}
    >
      <Icon aria-hidden="true" className="size-5" />
    </IconButton>
  )
}
