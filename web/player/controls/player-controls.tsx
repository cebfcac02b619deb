import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import type { Captions } from '../../../contract/videos/videos.ts'
import { clock } from '../../format/clock.ts'
import { IconButton } from '../../ui/button.tsx'
import { CaptionLines } from '../captions/caption-lines.tsx'
import { CaptionsButton } from '../captions/captions-button.tsx'
import { useShownCaptions } from '../captions/use-shown-captions.ts'
import { FullscreenButton } from './fullscreen-button.tsx'
import { PictureInPictureButton } from './picture-in-picture-button.tsx'
import { togglePlaying } from './player-actions.ts'
import { Scrubber } from './scrubber.tsx'
import { Speed } from './speed.tsx'
import { usePlayerValue } from './use-player-value.ts'
import { Volume } from './volume.tsx'

interface PlayerControlsProps {
  player: HTMLVideoElement
  storyboardUrl: string | null
  /** Width of the clip divided by its height. */
  ratio: number
  captions: readonly Captions[]
  /**
   * Whether to show the controls during playback. They are always visible while paused and while they contain the
   * keyboard focus.
   */
  isShown: boolean
}

/**
 * The control bar over the lower edge of the picture. A narrow player has no speed and no picture in picture, which full
 * screen shows.
 */
export function PlayerControls({ player, storyboardUrl, ratio, captions, isShown }: PlayerControlsProps) {
  const paused = usePlayerValue(player, 'play pause', (now) => now.paused)
  const shownCaptions = useShownCaptions(captions)
  const isSeen = isShown || paused
  const Icon = paused ? Play : Pause
  return (
    <>
      <div
        className={`sticky bottom-(--covered-bottom) mt-auto bg-[linear-gradient(to_top,var(--scrim)_30%,transparent)] px-2 pt-12 pb-1 text-on-scrim transition-opacity duration-200 has-focus-visible:pointer-events-auto has-focus-visible:opacity-100 ${isSeen ? '' : 'pointer-events-none opacity-0'}`}
      >
        <Scrubber player={player} storyboardUrl={storyboardUrl} ratio={ratio} isSeen={isSeen} />
        <div className="flex items-center @max-3xs:flex-wrap">
          <IconButton variant="bare" label={paused ? 'Play' : 'Pause'} onClick={() => togglePlaying(player)}>
            <Icon aria-hidden="true" className="size-5" fill="currentColor" />
          </IconButton>
          <Volume player={player} />
          <Time
            player={player}
            hiding={
              shownCaptions && captions.length > 1
                ? hiding.languages
                : captions.length > 0
                  ? hiding.captions
                  : hiding.neither
            }
          />
          <div className="ml-auto flex min-w-0">
            {captions.length > 0 && <CaptionsButton captions={captions} shown={shownCaptions} />}
            <Speed player={player} />
            <PictureInPictureButton
              player={player}
              className={captions.length > 0 ? '@max-xs:hidden' : '@max-3xs:hidden'}
            />
            <FullscreenButton player={player} />
          </div>
        </div>
      </div>
      {shownCaptions && (
        <CaptionLines key={shownCaptions.url} player={player} captions={shownCaptions} isLifted={isSeen} />
      )}
    </>
  )
}

/** Classes that hide the time on narrow players, keyed by the caption controls that are beside it. */
const hiding = { neither: '@max-[22rem]:hidden', captions: '@max-md:hidden', languages: '@max-md:hidden' } as const

function Time({ player, hiding: hidden }: { player: HTMLVideoElement; hiding: string }) {
  const words = usePlayerValue(player, 'timeupdate seeked durationchange', ({ currentTime, duration }) =>
    Number.isFinite(duration) ? `${clock(currentTime)} / ${clock(Math.round(duration))}` : '',
  )
  return <p className={`px-2 text-small whitespace-nowrap tabular-nums ${hidden}`}>{words}</p>
}
