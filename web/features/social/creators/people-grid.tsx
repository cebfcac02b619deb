import type { FoundCreator } from '../../../../contract/discovery/search.ts'
import { CreatorLink } from './creator-link.tsx'

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
