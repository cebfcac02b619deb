import { useLayoutEffect, useRef, useState } from 'react'
import type { Video } from '../../contract/videos/videos.ts'
import { displayRatio } from '../videos/video-shape.ts'

export interface WallLayout {
  columns: number
  columnWidthPx: number
  gapPx: number
  /** A picture is no higher, so that a card can be seen whole in a short and wide window. May be infinite. */
  maxMediaHeightPx: number
  /** The two lines below a card's picture. */
  infoHeightPx: number
  /** A line more, where a card has one below its title. */
  noteHeightPx: number
  /** Of the wall's top, from the top of the document. */
  topPx: number
}

/** In rem: 0.75 above the title, 1.5 of title, 2.75 of creator and counts. */
const INFO_HEIGHT_REM = 5
/** For fingers the title's line is as high as the buttons in it: 2.75 and 2.75. */
const TOUCH_INFO_HEIGHT_REM = 5.5
const NOTE_HEIGHT_REM = 1.5
/** Nothing sensible is flatter or taller than this; beyond it the picture is cropped. */
const FLATTEST = 4
const TALLEST = 0.4
/** Of the height of a window that is wider than high. */
const TALLEST_ON_SCREEN = 0.85

export const ROW_GAP_PX = 16

/** 1, 2, 3 and 4 columns on small, medium, large and extra-large screens. */
export function columnsAt(viewportWidthPx: number): number {
  if (viewportWidthPx >= 1280) return 4
  if (viewportWidthPx >= 1024) return 3
  return viewportWidthPx >= 768 ? 2 : 1
}

/** The layout viewport and not `innerHeight`, which changes while a phone's address bar comes and goes. */
function maxMediaHeight(): number {
  const { clientWidth, clientHeight } = document.documentElement
  return clientWidth > clientHeight ? Math.round(clientHeight * TALLEST_ON_SCREEN) : Infinity
}

function infoHeights(): Pick<WallLayout, 'infoHeightPx' | 'noteHeightPx'> {
  const remPx = parseFloat(getComputedStyle(document.documentElement).fontSize)
  const infoRem = matchMedia('(pointer: coarse)').matches ? TOUCH_INFO_HEIGHT_REM : INFO_HEIGHT_REM
  return { infoHeightPx: infoRem * remPx, noteHeightPx: NOTE_HEIGHT_REM * remPx }
}

/** Measures the wall before the first paint and whenever its width, or the window, changes. `undefined` before it is measured. */
export function useWallLayout() {
  const ref = useRef<HTMLDivElement>(null)
  const [layout, setLayout] = useState<WallLayout>()
  useLayoutEffect(() => {
    const wall = ref.current!
    const measure = () => {
      const columns = columnsAt(innerWidth)
      const gapPx = innerWidth >= 1024 ? 24 : 20
      const next = {
        columns,
        gapPx,
        maxMediaHeightPx: maxMediaHeight(),
        columnWidthPx: (wall.clientWidth - gapPx * (columns - 1)) / columns,
        ...infoHeights(),
        topPx: wall.getBoundingClientRect().top + scrollY,
      }
      setLayout((old) => (old && isSame(old, next) ? old : next))
    }
    measure()
    const resized = new ResizeObserver(measure)
    resized.observe(wall)
    // Something above the wall has become higher, its heading's font has come, say.
    resized.observe(document.body)
    // Another height of the window changes neither of them.
    addEventListener('resize', measure)
    return () => {
      resized.disconnect()
      removeEventListener('resize', measure)
    }
  }, [])
  return { ref, layout }
}

function isSame(a: WallLayout, b: WallLayout): boolean {
  return (Object.keys(a) as (keyof WallLayout)[]).every((key) => a[key] === b[key])
}

/** The height of a card's picture: known before the picture arrives, so nothing shifts. */
export function mediaHeight(
  video: Pick<Video, 'width' | 'height' | 'aspectRatio'>,
  { columnWidthPx, maxMediaHeightPx }: Pick<WallLayout, 'columnWidthPx' | 'maxMediaHeightPx'>,
  measuredRatio?: number,
): number {
  const ratio = Math.min(FLATTEST, Math.max(TALLEST, displayRatio(video, measuredRatio)))
  return Math.min(maxMediaHeightPx, Math.round(columnWidthPx / ratio))
}

/** Where a column begins, from the left of the wall. */
export function laneLeft(lane: number, { columnWidthPx, gapPx }: WallLayout): number {
  return lane * (columnWidthPx + gapPx)
}
