import Volume2 from 'lucide-react/icons/volume-2'
import VolumeX from 'lucide-react/icons/volume-x'
import { IconButton } from '../../ui/button.tsx'
import { setVolume, toggleMuted } from './player-actions.ts'
import { usePlayerValue } from './use-player-value.ts'

/** Mutes and sets the volume. Touch devices have hardware buttons for the volume. */
export function Volume({ player }: { player: HTMLVideoElement }) {
  const muted = usePlayerValue(player, 'volumechange', (now) => now.muted || now.volume === 0)
  const volume = usePlayerValue(player, 'volumechange', (now) => now.volume)
  const Icon = muted ? VolumeX : Volume2
  return (
    <div className="group/volume flex items-center">
      <IconButton variant="bare" label={muted ? 'Unmute' : 'Mute'} onClick={() => toggleMuted(player)}>
        <Icon aria-hidden="true" className="size-5" />
      </IconButton>
      <input
        type="range"
        aria-label="Volume"
        aria-valuetext={muted ? 'Muted' : `${Math.round(volume * 100)}%`}
        min={0}
        max={1}
        step={0.05}
        value={muted ? 0 : volume}
        onChange={({ target }) => setVolume(player, Number(target.value))}
        className="w-0 accent-on-scrim outline-on-scrim opacity-0 transition-[width,opacity] duration-200 group-focus-within/volume:w-20 group-focus-within/volume:opacity-100 group-hover/volume:w-20 group-hover/volume:opacity-100 @max-md:hidden pointer-coarse:hidden"
      />
    </div>
  )
}
