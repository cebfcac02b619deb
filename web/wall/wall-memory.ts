/** Where a reader was on a wall: one card, and how far its top was from the top of the screen. */
export interface Place {
  videoId: string
  /** Its position in the list, from 0, for when the video has gone meanwhile. */
  index: number
  offsetPx: number
  /** How many pages were loaded. */
  pages: number
}

/** What a wall remembers while its reader is elsewhere. */
export interface WallMemory {
  place: Place | undefined
  /** The cards with open details. */
  expanded: ReadonlySet<string>
  /** How high open cards were, in pixels. */
  openHeights: Map<string, number>
  /** Width divided by height, as videos said themselves. */
  ratios: Map<string, number>
  /** The cards that have come near the screen, whose posters are asked for. */
  seen: Set<string>
  /** The column of each card, by how many columns there were. */
  lanes: Map<number, ReadonlyMap<string, number>>
}

const walls = new Map<string, WallMemory>()

/** What outlives a reload of the page. */
type Stored = Pick<WallMemory, 'place'> & { expanded: string[] }

const keyOf = (wall: string) => `wall ${wall}`

export function wallMemory(wall: string): WallMemory {
  let memory = walls.get(wall)
  if (!memory) {
    const stored = wasReloaded() ? read(wall) : undefined
    memory = {
      place: stored?.place,
      expanded: new Set(stored?.expanded),
      openHeights: new Map(),
      ratios: new Map(),
      seen: new Set(),
      lanes: new Map(),
    }
    walls.set(wall, memory)
  }
  return memory
}

/** Keeps a wall for a reload of the page, in this tab only. */
export function storeWall(wall: string): void {
  const { place, expanded } = wallMemory(wall)
  try {
    sessionStorage.setItem(keyOf(wall), JSON.stringify({ place, expanded: [...expanded] }))
  } catch {
    // Storage is blocked or full: a reload begins at the top.
  }
}

export function forgetWall(wall: string): void {
  walls.delete(wall)
  try {
    sessionStorage.removeItem(keyOf(wall))
  } catch {
    // Storage is blocked: nothing is kept there.
  }
}

/** Whoever opens the site anew in the same tab begins at the top. */
function wasReloaded(): boolean {
  const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return load !== undefined && load.type !== 'navigate'
}

function read(wall: string): Stored | undefined {
  try {
    const text = sessionStorage.getItem(keyOf(wall))
    return text === null ? undefined : (JSON.parse(text) as Stored)
  } catch {
    return undefined
  }
}
