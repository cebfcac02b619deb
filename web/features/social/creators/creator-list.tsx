import type { CreatorSort, ListedCreator } from '../../../../contract/social/creators.ts'
import { CreatorCard, TopCreatorCard } from './creator-card.tsx'
import { useLeaderboardPlace } from './leaderboard-place.ts'

const TOP_RANKS = 3

/** The creators in the order of the leaderboard. Samples come last, so the rank of a person is their index plus one. */
export function CreatorList({ creators, sort, q }: { creators: ListedCreator[]; sort: CreatorSort; q: string }) {
  useLeaderboardPlace(`${location.pathname} ${sort} ${q}`)
  return (
    <ol aria-label="Creators" className="grid grid-cols-1 gap-3 lg:grid-cols-3 lg:gap-4">
      {creators.map((creator, index) => {
        const Card = index < TOP_RANKS && !creator.isSample ? TopCreatorCard : CreatorCard
        return <Card key={creator.id} creator={creator} rank={index + 1} sort={sort} />
      })}
    </ol>
  )
}
