import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import { IconButton } from '../../ui/button.tsx'
import { clock } from './clock.ts'
import { FullscreenButton } from './fullscreen-button.tsx'
import { togglePlaying } from './player-acts.ts'
import { Scrubber } from './scrubber.tsx'
import { usePlayerValue } from './use-player-value.ts'
import { Volume } from './volume.tsx'

interface PlayerControlsProps {
  player: HTMLVideoElement
  storyboardUrl: string | null
  /** Of the clip, width divided by height. */
  ratio: number
  /** They are there also while nothing plays, and while the keyboard's focus is in them. */
  isShown: boolean
}

/** One quiet bar over the foot of the picture. */
export function PlayerControls({ player, storyboardUrl, ratio, isShown }: PlayerControlsProps) {
  const paused = usePlayerValue(player, 'play pause', (now) => now.paused)
  const Icon = paused ? Play : Pause
  return (
    <div
      className={`absolute inset-x-0 bottom-0 bg-linear-to-t from-scrim from-30% to-transparent px-2 pt-12 pb-1 text-on-scrim transition-opacity duration-200 has-focus-visible:pointer-events-auto has-focus-visible:opacity-100 ${isShown || paused ? '' : 'pointer-events-none opacity-0'}`}
    >
      <Scrubber player={player} storyboardUrl={storyboardUrl} ratio={ratio} isSeen={isShown || paused} />
      <div className="flex items-center">
        <IconButton variant="bare" label={paused ? 'Play' : 'Pause'} onClick={() => togglePlaying(player)}>
          <Icon aria-hidden="true" className="size-5" fill="currentColor" />
        </IconButton>
        <Volume player={player} />
        <Time player={player} />
        <div className="ml-auto">
          <FullscreenButton player={player} />
        </div>
      </div>
    </div>
  )
}

function Time({ player }: { player: HTMLVideoElement }) {
  const words = usePlayerValue(player, 'timeupdate seeked durationchange', ({ currentTime, duration }) =>
    Number.isFinite(duration) ? `${clock(currentTime)} / ${clock(duration)}` : '',
  )
  return <p className="px-2 text-small whitespace-nowrap tabular-nums @max-2xs:hidden">{words}</p>
}
