import { useState } from 'react'

const expandedOn = new Map<string, ReadonlySet<string>>()
const none: ReadonlySet<string> = new Set()

/** Which cards of a wall have their details panel open. They are open again when the reader comes back to it. */
export function useExpandedCards(wall: string): [ReadonlySet<string>, (videoId: string, expanded: boolean) => void] {
  const [ids, setIds] = useState(() => expandedOn.get(wall) ?? none)
  return [
    ids,
    (videoId, expanded) => {
      const next = new Set(ids)
      if (expanded) next.add(videoId)
      else next.delete(videoId)
      expandedOn.set(wall, next)
      setIds(next)
    },
  ]
}
