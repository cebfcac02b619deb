import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { isReducedMotion } from './reduced-motion.ts'
import type { TickerEngine } from './ticker-engine.ts'
import { startTicker } from './ticker-engine.ts'

/**
 * Runs the ticker's motion on elements that React renders once, so that no rendering happens during motion.
 *
 * @returns Refs of the clipping frame, of the moving track and of the first list on it, and the number of further
 * copies that are needed to fill the frame at any offset.
 */
export function useTicker({ running }: { running: boolean }) {
  const frame = useRef<HTMLDivElement>(null)
  const track = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const engine = useRef<TickerEngine>(undefined)
  const [copies, setCopies] = useState(1)

  useLayoutEffect(() => {
    const [view, content] = [frame.current!, list.current!]
    const started = startTicker(view, track.current!, isReducedMotion)
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
