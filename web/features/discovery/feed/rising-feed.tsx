import { listRisingVideos } from '../../../../contract/discovery/rising.ts'
import { Notice } from '../../../ui/notice.tsx'
import { videoList } from '../../../videos/video-list.ts'
import { VideoWall } from '../cards/video-wall.tsx'
import { FeedFooter } from './feed-footer.tsx'

const risingQuery = videoList(listRisingVideos, {}, { order: 'ranked', leavesOutMuted: true })

/** The clips that people watch, like and discuss most at the moment. */
export function RisingFeed() {
  return (
    <VideoWall
      name="rising"
      label="Rising videos"
      list={risingQuery}
      empty={
        <Notice
          heading="Nothing is rising yet"
          sentence="Clips people are watching and liking right now show up here."
          link={['/', 'See the newest clips']}
        />
      }
      footer={<FeedFooter />}
    />
  )
}
