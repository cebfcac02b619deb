import { Link } from 'wouter'
import type { FoundCreator } from '../../../../contract/discovery/search.ts'
import { CreatorLink } from '../../social/creators/creator-link.tsx'

/** People whose names start with the search text, shown above the clips. */
export function FoundPeople({ creators, q }: { creators: FoundCreator[]; q: string }) {
  return (
    <section aria-labelledby="found-people" className="pb-6 max-sm:px-4">
      <div className="flex items-center justify-between gap-x-6">
        <h2 id="found-people" className="font-strong">
          People
        </h2>
        <Link
          href={`/creators?${new URLSearchParams({ q })}`}
          className="inline-flex min-h-11 items-center text-accent-ink underline"
        >
          More people
        </Link>
      </div>
      <ul className="grid grid-cols-2 gap-x-6 gap-y-2 md:grid-cols-3 xl:grid-cols-6">
        {creators.map((creator) => (
          <li key={creator.id} className="min-w-0">
            <CreatorLink creator={creator} size="md" />
          </li>
        ))}
      </ul>
    </section>
  )
}
