import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import { useState, useSyncExternalStore, useEffect, useLayoutEffect, useRef } from 'react'
import { isPageCovered, subscribeToCover } from '../page/page-cover.ts'
import { onReducedMotionChange, prefersReducedMotion } from '../page/reduced-motion.ts'
import { linkTarget, site } from '../page/site.ts'
import { type TickerEngine, startTicker } from './ticker-engine.ts'

/**
 * News and sponsors along the bottom of the screen, or at the end of the page in short windows. The ticker moves by
 * itself. It stops while it is paused, contains the keyboard focus or is covered, and with reduced motion. It can be
 * dragged at any time.
 */
export function Ticker() {
  const reducedMotion = useSyncExternalStore(onReducedMotionChange, prefersReducedMotion)
  const covered = useSyncExternalStore(subscribeToCover, isPageCovered)
  const [paused, setPaused] = useState(false)
  const [focused, setFocused] = useState(false)
  const { frame, track, list, copies } = useTicker({ running: !paused && !focused && !covered && !reducedMotion })
  const Icon = paused ? Play : Pause
  return (
    <section
      aria-label="News and sponsors"
      className="fixed inset-x-4 bottom-[81px] z-30 flex h-8 items-center rounded-full bg-surface-raised text-small text-ink-muted shadow-float short:mx-4 short:static short:mb-(--covered-bottom) [view-transition-name:ticker]"
    >
      <div
        ref={frame}
        onFocus={({ target: focus }) => setFocused(focus.matches(':focus-visible'))}
        onBlur={() => setFocused(false)}
        className="ticker-edges h-11 min-w-0 grow cursor-grab [touch-action:pan-y] overflow-x-clip select-none active:cursor-grabbing"
      >
        <div ref={track} className="flex h-full w-max items-center">
          <ul ref={list} className="flex shrink-0">
            <Items />
          </ul>
          {Array.from({ length: copies }, (_, copy) => (
            <ul key={copy} aria-hidden="true" className="flex shrink-0">
              <Items isCopy />
            </ul>
          ))}
        </div>
      </div>
      {/* With reduced motion there is nothing to pause. */}
      {!reducedMotion && (
        <button
          type="button"
          aria-label={paused ? 'Play news' : 'Pause news'}
          data-tooltip={paused ? 'Play news' : 'Pause news'}
          onClick={() => setPaused(!paused)}
          className="touch-target grid h-full w-11 shrink-0 place-items-center transition-colors hover:text-ink"
        >
          <Icon className="size-3.5" fill="currentColor" />
        </button>
      )}
    </section>
  )
}

/**
 * One copy of the content. Further copies close the loop visually and for the pointer, but are hidden from the keyboard
 * and from screen readers.
 */
function Items({ isCopy = false }: { isCopy?: boolean }) {
  return site.ticker.map(({ text, url }, i) => (
    <li key={i} className={`flex items-center whitespace-nowrap ${site.ticker[i + 1]?.url ? 'pr-4' : 'pr-10'}`}>
      {url === null ? (
        <>
          <span aria-hidden="true" className="mr-3 size-1.5 rounded-full bg-accent" />
          {text}
        </>
      ) : (
        <a
          href={url}
          {...linkTarget(url)}
          tabIndex={isCopy ? -1 : undefined}
          className="touch-target flex h-8 items-center px-1 whitespace-nowrap text-ink transition-colors hover:text-accent-ink focus-visible:-outline-offset-2"
        >
          {text}
        </a>
      )}
    </li>
  ))
}

/**
 * Runs the ticker's motion on elements that React renders once. No rendering happens during motion.
 *
 * @returns Refs of the clipping frame, the moving track and its first list, and the number of further copies that fill
 *   the frame at any offset.
 */
function useTicker({ running }: { running: boolean }) {
  const frame = useRef<HTMLDivElement>(null)
  const track = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const engine = useRef<TickerEngine>(undefined)
  const [copies, setCopies] = useState(1)

  useLayoutEffect(() => {
    const [view, content] = [frame.current!, list.current!]
    const started = startTicker(view, track.current!)
    engine.current = started
    let periodPx = 0
    const observer = new ResizeObserver(() => {
      const width = content.getBoundingClientRect().width
      if (width === 0) return
      setCopies(Math.ceil(view.clientWidth / width))
      if (width !== periodPx) started.setPeriod(width)
      periodPx = width
    })
    observer.observe(view)
    observer.observe(content)
    return () => {
      observer.disconnect()
      started.stop()
    }
  }, [])
  useEffect(() => engine.current?.setRunning(running), [running])
  return { frame, track, list, copies }
}
