import type { CreatorSort, ListedCreator } from '../../../contract/creators.ts'
import { CreatorCard } from './creator-card.tsx'

/** In the order of the leaderboard; the first three stand above the others where there is room. */
export function CreatorList({ creators, sort }: { creators: ListedCreator[]; sort: CreatorSort }) {
  return (
    <ol aria-label="Creators" className="grid gap-3 md:grid-cols-3 md:gap-4">
      {creators.map((creator, index) => (
        <CreatorCard key={creator.id} creator={creator} rank={index + 1} sort={sort} />
      ))}
    </ol>
  )
}
