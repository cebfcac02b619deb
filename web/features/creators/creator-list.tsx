import type { CreatorSort, ListedCreator } from '../../../contract/creators.ts'
import { CreatorCard, TopCreatorCard } from './creator-card.tsx'

const TOP_RANKS = 3

/** In the order of the leaderboard. */
export function CreatorList({ creators, sort }: { creators: ListedCreator[]; sort: CreatorSort }) {
  return (
    <ol aria-label="Creators" className="grid gap-3 lg:grid-cols-3 lg:gap-4">
      {creators.map((creator, index) => {
        const Card = index < TOP_RANKS ? TopCreatorCard : CreatorCard
        return <Card key={creator.id} creator={creator} rank={index + 1} sort={sort} />
      })}
    </ol>
  )
}
