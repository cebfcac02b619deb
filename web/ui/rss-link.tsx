import Rss from 'lucide-react/icons/rss'
import { feedPath, feedTypes } from '../../contract/discovery/rss.ts'
import { buttonClass } from './button.tsx'

/**
 * A link to an RSS feed.
 *
 * @param of The name of the tag or tool.
 * @param path The path of the page with the same clips.
 */
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
