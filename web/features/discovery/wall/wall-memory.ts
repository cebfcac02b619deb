import { readStored, writeStored } from '../../../page/browser-storage.ts'

/** A scroll position on a wall: one card, and the distance of its top from the top of the screen. */
interface Place {
  videoId: string
  /** Index in the list, used if the video is gone. */
  index: number
  offsetPx: number
  /** Number of loaded pages. */
  pages: number
}

/** State of a wall that survives while the viewer is on other pages. */
interface WallMemory {
  place: Place | undefined
  /** The cards with open details. */
  expanded: ReadonlySet<string>
  /** Heights of open cards, in pixels. */
  openHeights: Map<string, number>
  /** Measured ratios of width to height. */
  ratios: Map<string, number>
  /** The cards that have been near the screen. Their posters load. */
  seen: Set<string>
  /** The column of each card, by the number of columns. */
  lanes: Map<number, ReadonlyMap<string, number>>
}

const walls = new Map<string, WallMemory>()

/** The part that survives a reload. */
type Stored = Pick<WallMemory, 'place'> & { expanded: string[] }

const keyOf = (wall: string) => `wall ${wall}`

/** Returns the memory of a wall. After a reload, the memory is restored from the tab's storage. */
export function wallMemory(wall: string): WallMemory {
  let memory = walls.get(wall)
  if (!memory) {
    const stored = wasReloaded() ? readStored('sessionStorage', keyOf(wall)) : null
    const { place, expanded } = JSON.parse(stored ?? '{}') as Partial<Stored>
    memory = {
      place,
      expanded: new Set(expanded),
      openHeights: new Map(),
      ratios: new Map(),
      seen: new Set(),
      lanes: new Map(),
    }
    walls.set(wall, memory)
  }
  return memory
}

/** Stores the wall for a reload, in this tab only. */
export function storeWall(wall: string): void {
  const { place, expanded } = wallMemory(wall)
  writeStored('sessionStorage', keyOf(wall), JSON.stringify({ place, expanded: [...expanded] } satisfies Stored))
}

export function forgetWall(wall: string): void {
  walls.delete(wall)
  writeStored('sessionStorage', keyOf(wall), null)
}

/** Whether the page was reloaded or restored. A new visit in the same tab starts at the top. */
function wasReloaded(): boolean {
  const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return load !== undefined && load.type !== 'navigate'
}
