import { useEffect, useRef } from 'react'
import type { Captions } from '../../../contract/videos/videos.ts'

interface CaptionLinesProps {
  player: HTMLVideoElement
  captions: Captions
  /** Whether the controls are there, above which the lines then stand. */
  isLifted: boolean
}

/** What is said just now. Not by the browser, which would put it behind the controls, and on small players in small letters. */
export function CaptionLines({ player, captions, isLifted }: CaptionLinesProps) {
  const place = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const track = player.querySelector<HTMLTrackElement>(`track[src="${captions.url}"]`)?.track
    if (!track) return
    const left = new AbortController()
    const show = () => place.current?.replaceChildren(...[...(track.activeCues ?? [])].map(lineOf))
    track.addEventListener('cuechange', show, left)
    // An iPhone fills its screen with its own player, where nothing of ours can be.
    player.addEventListener('webkitbeginfullscreen', () => (track.mode = 'showing'), left)
    player.addEventListener('webkitendfullscreen', () => (track.mode = 'hidden'), left)
    // Its cues come and go, and the browser leaves them to us.
    track.mode = 'hidden'
    show()
    return () => {
      left.abort()
      track.mode = 'disabled'
    }
  }, [player, captions.url])

  return (
    <div
      ref={place}
      data-captions
      lang={captions.language ?? undefined}
      className={`pointer-events-none absolute inset-x-0 top-2 flex flex-col items-center justify-end-safe gap-1 px-3 text-center transition-[bottom] duration-200 group-has-[[data-storyboard]]/player:opacity-0 group-has-focus-visible/player:bottom-24 ${isLifted ? 'bottom-24' : 'bottom-4'}`}
    />
  )
}

function lineOf(cue: TextTrackCue): HTMLElement {
  const line = document.createElement('p')
  line.className =
    'w-fit max-w-[44ch] rounded-control bg-scrim px-3.5 py-1 text-[clamp(0.9375rem,2.6cqw,1.75rem)]/snug text-balance whitespace-pre-line text-on-scrim'
  line.dir = 'auto'
  // Without scripts or addresses: the browser makes nodes of what WebVTT knows, and of nothing else.
  line.append((cue as VTTCue).getCueAsHTML())
  return line
}
