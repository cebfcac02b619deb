import Maximize from 'lucide-react/icons/maximize'
import Minimize from 'lucide-react/icons/minimize'
import { useSyncExternalStore } from 'react'
import { IconButton } from '../../ui/button.tsx'
import { toggleFullscreen } from './player-actions.ts'

export function FullscreenButton({ player }: { player: HTMLVideoElement }) {
  const isFull = useSyncExternalStore(subscribe, () => document.fullscreenElement !== null)
  const Icon = isFull ? Minimize : Maximize
  return (
    <IconButton
      variant="bare"
      label={isFull ? 'Exit full screen' : 'Full screen'}
      onClick={() => toggleFullscreen(player)}
    >
      <Icon aria-hidden="true" className="size-5" />
    </IconButton>
  )
}

function subscribe(listener: () => void): () => void {
  document.addEventListener('fullscreenchange', listener)
  return () => document.removeEventListener('fullscreenchange', listener)
}
