import Rss from 'lucide-react/icons/rss'
import { feedPath, feedTypes } from '../../contract/discovery/rss.ts'
import { buttonClass } from './button.tsx'

/** To what feed readers subscribe to. @param of Whose clips: a name. @param path Of the page that shows them. */
export function RssLink({ of, path }: { of: string; path: string }) {
  return (
    <a
      href={feedPath(path, 'rss')}
      type={feedTypes.rss}
      aria-label={`RSS of ${of}`}
      className={buttonClass('ghost', '-mx-4')}
    >
      <Rss aria-hidden="true" className="size-4" />
      RSS
    </a>
  )
}
