import type { FoundCreator } from '../../../../contract/discovery/search.ts'
import { CreatorLink } from '../../social/creators/creator-link.tsx'

/** People whose names start with the search text, shown above the clips. */
export function FoundPeople({ creators }: { creators: FoundCreator[] }) {
  return (
    <section aria-labelledby="found-people" className="pb-6 max-sm:px-4">
      <h2 id="found-people" className="pb-2 font-strong">
        People
      </h2>
      <PeopleGrid creators={creators} />
    </section>
  )
}

export function PeopleGrid({ creators }: { creators: FoundCreator[] }) {
  return (
    <ul className="grid grid-cols-2 gap-x-6 gap-y-2 md:grid-cols-3 xl:grid-cols-6">
      {creators.map((creator) => (
        <li key={creator.id} className="min-w-0">
          <CreatorLink creator={creator} size="md" />
        </li>
      ))}
    </ul>
  )
}
