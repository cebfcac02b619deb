import { Link } from 'wouter'
import { buttonClass } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { VideoList } from '../../discovery/cards/video-list.tsx'
import { remixesQuery } from './remixes.queries.ts'
import { remixPath } from '../lineage/remix-paths.ts'

interface RemixListProps {
  videoId: string
  mayRemix: boolean
}

/** The remixes of a clip, newest first. */
export function RemixList({ videoId, mayRemix }: RemixListProps) {
  return (
    <div className="max-sm:-mx-4">
      <VideoList
        name={`remixes ${videoId}`}
        label="Remixes"
        list={remixesQuery(videoId)}
        // Remixes by people whom the viewer has muted are counted, but not listed.
        empty={<NoRemixes videoId={videoId} mayRemix={mayRemix} />}
      />
    </div>
  )
}

export function NoRemixes({ videoId, mayRemix }: RemixListProps) {
  return (
    <Notice heading="No remixes yet">
      {mayRemix && (
        <Link href={remixPath(videoId)} className={buttonClass('primary')}>
          Make the first one
        </Link>
      )}
    </Notice>
  )
}
