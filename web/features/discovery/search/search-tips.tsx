import { Link } from 'wouter'
import { buttonClass } from '../../../ui/button.tsx'
import { searchPath } from './search-address.ts'

const examples = [
  { q: '"paper boats"', finds: 'exact phrase' },
  { q: 'city -rain', finds: 'city, without rain' },
  { q: '#claymation', finds: 'a tag' },
  { q: 'tool:google-veo-3', finds: 'one AI tool' },
  { q: 'shape:9:16', finds: 'vertical clips' },
]

/** Example searches with operators, shown on request. */
export function SearchTips({ id, isOpen }: { id: string; isOpen: boolean }) {
  return (
    <div id={id} hidden={!isOpen} className="w-full">
      <p className="text-lead">Search titles, captions, prompts, tags, AI tools and creators’ names.</p>
      <p className="mt-2 text-ink-muted">Narrow your search, or type @ and a username to see one creator’s clips:</p>
      <ul className="mt-6 flex flex-col gap-2">
        {examples.map(({ q, finds }) => (
          <li key={q} className="flex flex-wrap items-center gap-x-4">
            <Link href={searchPath(q)} className={buttonClass()}>
              {q}
            </Link>
            <span className="text-ink-muted">{finds}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
