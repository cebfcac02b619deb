import CaptionsIcon from 'lucide-react/icons/captions'
import CaptionsOff from 'lucide-react/icons/captions-off'
import Maximize from 'lucide-react/icons/maximize'
import Minimize from 'lucide-react/icons/minimize'
import Pause from 'lucide-react/icons/pause'
import PictureInPicture2 from 'lucide-react/icons/picture-in-picture-2'
import Play from 'lucide-react/icons/play'
import Volume2 from 'lucide-react/icons/volume-2'
import VolumeX from 'lucide-react/icons/volume-x'
import type { Captions } from '../../../contract/videos/videos.ts'
import { formatClock } from '../../format/clock.ts'
import { IconButton } from '../../ui/button.tsx'
import { CaptionLines } from '../captions/caption-lines.tsx'
import { useEventValue } from '../../page/use-event-value.ts'
import { useStore } from '../../page/use-store.ts'
import { captionsChoice, captionsFor, chooseCaptions, toggleCaptions } from '../captions/captions-choice.ts'
import {
  togglePlaying,
  toggleFullscreen,
  togglePictureInPicture,
  setSpeed,
  speeds,
  setVolume,
  toggleMuted,
} from './player-actions.ts'
import { Scrubber } from './scrubber.tsx'

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
  const paused = useEventValue(player, 'play pause', (now) => now.paused)
  const choice = useStore(captionsChoice)
  const shownCaptions = choice.isOn ? captionsFor(captions, choice, navigator.languages) : undefined
  const isSeen = isShown || paused
  const Icon = paused ? Play : Pause
  return (
    <>
      <div
        className={`sticky bottom-(--covered-bottom) mt-auto bg-[linear-gradient(to_top,var(--scrim)_30%,transparent)] px-2 pt-12 pb-1 text-on-scrim max-[16rem]:[zoom:0.6] transition-opacity duration-200 has-focus-visible:pointer-events-auto has-focus-visible:opacity-100 ${isSeen ? '' : 'pointer-events-none opacity-0'}`}
      >
        <Scrubber player={player} storyboardUrl={storyboardUrl} ratio={ratio} isSeen={isSeen} />
        <div className="flex items-center @max-3xs:-mx-2 @max-3xs:flex-wrap">
          <IconButton variant="bare" label={paused ? 'Play' : 'Pause'} onClick={() => togglePlaying(player)}>
            <Icon className="size-5" fill="currentColor" />
          </IconButton>
          <Volume player={player} />
          <Time player={player} className={captions.length > 0 ? '@max-md:hidden' : '@max-[22rem]:hidden'} />
          <div className="ml-auto flex min-w-0">
            {captions.length > 0 && <CaptionsButton captions={captions} shown={shownCaptions} />}
            <Speed player={player} />
            <PictureInPictureButton
              player={player}
              className={captions.length > 0 ? '@max-[22rem]:hidden' : '@max-3xs:hidden'}
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

function Time({ player, className }: { player: HTMLVideoElement; className: string }) {
  const text = useEventValue(player, 'timeupdate seeked durationchange', ({ currentTime, duration }) =>
    Number.isFinite(duration) ? `${formatClock(currentTime)} / ${formatClock(Math.round(duration))}` : '',
  )
  return <p className={`px-2 text-small whitespace-nowrap tabular-nums ${className}`}>{text}</p>
}

/** Turns captions on or off, and offers the languages if there are several. */
function CaptionsButton({ captions, shown }: { captions: readonly Captions[]; shown: Captions | undefined }) {
  const Icon = shown ? CaptionsIcon : CaptionsOff
  return (
    <>
      {shown && captions.length > 1 && (
        <select
          aria-label="Caption language"
          value={captions.indexOf(shown)}
          onChange={({ target }) => chooseCaptions({ isOn: true, track: captions[Number(target.value)]! })}
          className="h-11 max-w-32 min-w-14 truncate rounded-full bg-transparent px-2 text-small outline-on-scrim @max-md:max-w-20 @max-xs:hidden"
        >
          {captions.map(({ url, label }, index) => (
            <option key={url} value={index} className="bg-canvas text-ink">
              {label}
            </option>
          ))}
        </select>
      )}
      <IconButton variant="bare" label="Captions" aria-pressed={shown !== undefined} onClick={toggleCaptions}>
        <Icon className="size-5" />
      </IconButton>
    </>
  )
}

function FullscreenButton({ player }: { player: HTMLVideoElement }) {
  const isFull = useEventValue(document, 'fullscreenchange', () => document.fullscreenElement !== null)
  const Icon = isFull ? Minimize : Maximize
  return (
    <IconButton
      variant="bare"
      label={isFull ? 'Exit full screen' : 'Full screen'}
      onClick={() => toggleFullscreen(player)}
    >
      <Icon className="size-5" />
    </IconButton>
  )
}

/** Shows the clip in a small window over other pages. Renders nothing in browsers that cannot do this. */
function PictureInPictureButton({ player, className }: { player: HTMLVideoElement; className: string }) {
  const isOut = useEventValue(
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
      <PictureInPicture2 className="size-5" />
    </IconButton>
  )
}

function Speed({ player }: { player: HTMLVideoElement }) {
  const speed = useEventValue(player, 'ratechange', (now) => now.playbackRate)
  return (
    <select
      aria-label="Speed"
      data-tooltip="Speed"
      value={speed}
      onChange={({ target }) => setSpeed(player, Number(target.value))}
      className="h-11 w-14 shrink-0 appearance-none rounded-full bg-transparent text-center text-small tabular-nums outline-on-scrim transition-colors ready-hover:bg-scrim @max-3xs:hidden"
    >
      {speeds.map((each) => (
        <option key={each} value={each} className="bg-canvas text-ink">
          {each}×
        </option>
      ))}
    </select>
  )
}

/** Mutes and sets the volume. Touch devices have hardware buttons for the volume. */
function Volume({ player }: { player: HTMLVideoElement }) {
  const muted = useEventValue(player, 'volumechange', (now) => now.muted || now.volume === 0)
  const volume = useEventValue(player, 'volumechange', (now) => now.volume)
  const Icon = muted ? VolumeX : Volume2
  return (
    <div className="group/volume flex items-center">
      <IconButton variant="bare" label={muted ? 'Unmute' : 'Mute'} onClick={() => toggleMuted(player)}>
        <Icon className="size-5" />
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
