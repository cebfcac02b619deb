import { useLayoutEffect, useRef, useState } from 'react'
import type { Video } from '../../../../contract/videos/videos.ts'
import { displayRatio } from '../../../videos/video-shape.ts'

export interface WallLayout {
  columns: number
  columnWidthPx: number
  gapPx: number
  /** Maximum height of a picture, so that a whole card fits into a short and wide window. May be infinite. */
  maxMediaHeightPx: number
  /** Height of the two lines below a card's picture. */
  infoHeightPx: number
  /** Height of the additional line of cards with a note. */
  noteHeightPx: number
  /** Distance of the wall from the top of the document. */
  topPx: number
}

/** The sum of 0.75 above the title, 1.5 for the title, and 2.75 for the creator and the counts. */
const INFO_HEIGHT_REM = 5
/** On touch screens the title's line is 2.75 high, like the buttons in it, including the space above the title. */
const TOUCH_INFO_HEIGHT_REM = 5.5
const NOTE_HEIGHT_REM = 1.5
/** Limits of the ratio. Pictures beyond them are cropped. */
const FLATTEST = 4
const TALLEST = 0.4
/** Maximum height of a picture as a share of the window's height, in windows that are wider than high. */
const TALLEST_ON_SCREEN = 0.85

export const ROW_GAP_PX = 16

/**
 * Returns the number of columns: 1, 2, 3 and 4 on small, medium, large and extra-large screens. Larger text needs wider
 * columns, so the breakpoints are in rem, like those of the style sheet.
 */
function columnsAt(viewportWidthRem: number): number {
  if (viewportWidthRem >= 80) return 4
  if (viewportWidthRem >= 64) return 3
  return viewportWidthRem >= 48 ? 2 : 1
}

/** Returns the size of the page's text in pixels. */
function remPx(): number {
  return parseFloat(getComputedStyle(document.documentElement).fontSize)
}

/**
 * Returns the maximum height of a picture in pixels; infinite in windows that are not wider than high. It is a share of
 * the layout viewport. `innerHeight` would change when a phone's address bar appears or disappears.
 */
function maxMediaHeight(): number {
  const { clientWidth, clientHeight } = document.documentElement
  return clientWidth > clientHeight ? Math.round(clientHeight * TALLEST_ON_SCREEN) : Infinity
}

function infoHeights(): Pick<WallLayout, 'infoHeightPx' | 'noteHeightPx'> {
  const infoRem = matchMedia('(pointer: coarse)').matches ? TOUCH_INFO_HEIGHT_REM : INFO_HEIGHT_REM
  return { infoHeightPx: infoRem * remPx(), noteHeightPx: NOTE_HEIGHT_REM * remPx() }
}

/**
 * Measures the wall before the first paint and whenever its width or the window changes. The layout is `undefined`
 * before the first measurement.
 */
export function useWallLayout() {
  const ref = useRef<HTMLDivElement>(null)
  const [layout, setLayout] = useState<WallLayout>()
  useLayoutEffect(() => {
    const wall = ref.current!
    const measure = () => {
      const columns = columnsAt(innerWidth / remPx())
      const gapPx = columns > 2 ? 24 : 20
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
    // The content above the wall may change its height, for example when the heading's font loads.
    resized.observe(document.body)
    // A change of the window's height alone resizes none of the observed elements.
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

/** Returns the height of a card's picture. The height is known before the picture loads, so nothing shifts. */
export function mediaHeight(
  video: Pick<Video, 'width' | 'height' | 'aspectRatio'>,
  { columnWidthPx, maxMediaHeightPx }: Pick<WallLayout, 'columnWidthPx' | 'maxMediaHeightPx'>,
  measuredRatio?: number,
): number {
  const ratio = Math.min(FLATTEST, Math.max(TALLEST, displayRatio(video, measuredRatio)))
  return Math.min(maxMediaHeightPx, Math.round(columnWidthPx / ratio))
}

/** Returns the left edge of a column, in pixels from the left of the wall. */
export function laneLeft(lane: number, { columnWidthPx, gapPx }: WallLayout): number {
  return lane * (columnWidthPx + gapPx)
}
