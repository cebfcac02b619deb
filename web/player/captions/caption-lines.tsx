import { useEffect, useRef } from 'react'
import type { Captions } from '../../../contract/videos/videos.ts'

interface CaptionLinesProps {
  player: HTMLVideoElement
  captions: Captions
  /** Whether the controls are visible. The captions then move above them. */
  isLifted: boolean
}

/**
 * The current captions. Captions drawn by the browser would appear behind the controls, and in small type on small
 * players.
 */
export function CaptionLines({ player, captions, isLifted }: CaptionLinesProps) {
  const container = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const track = player.querySelector<HTMLTrackElement>(`track[src="${captions.url}"]`)?.track
    if (!track) return
    const listeners = new AbortController()
    const show = () => container.current?.replaceChildren(...[...(track.activeCues ?? [])].map(lineOf))
    track.addEventListener('cuechange', show, listeners)
    // An iPhone goes full screen with its own player, which shows only the browser's captions.
    player.addEventListener('webkitbeginfullscreen', () => (track.mode = 'showing'), listeners)
    player.addEventListener('webkitendfullscreen', () => (track.mode = 'hidden'), listeners)
    // A hidden track still fires cue events, but the browser does not draw it.
    track.mode = 'hidden'
    show()
    return () => {
      listeners.abort()
      track.mode = 'disabled'
    }
  }, [player, captions.url])

  return (
    <div
      ref={container}
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
  // Safe against injection: the browser creates only the nodes that WebVTT allows, without scripts or addresses.
  line.append((cue as VTTCue).getCueAsHTML())
  return line
}
