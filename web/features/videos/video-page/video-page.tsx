import ArrowLeft from 'lucide-react/icons/arrow-left'
import { useDeferredValue } from 'react'
import { useParams } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'
import type { VideoDetail } from '../../../../contract/videos/videos.ts'
import { isNotFound } from '../../../net/api-error.ts'
import { useLazyCode } from '../../../net/lazy-code.ts'
import { goBack } from '../../../page/navigation.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { LoadFailure } from '../../../ui/loading/load-failure.tsx'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { useVideo } from '../../../videos/video.queries.ts'
import { useOwnUser } from '../../../viewer/viewer.queries.ts'
import { CreatorLink } from '../../social/creators/creator-link.tsx'
import { ToolLink } from '../video-info/tool-link.tsx'
import { ViewCount } from '../video-info/counts.tsx'
import { deferredParts } from './deferred-parts.ts'
import { MissingVideo } from './missing-video.tsx'
import { PageActions } from './page-actions.tsx'
import { ServerRenderedStage } from './server-rendered-stage.tsx'
import { SimilarWhenNear } from './similar-when-near.tsx'
import { Stage } from './stage.tsx'

export function VideoPage() {
  const { id = '' } = useParams<{ id: string }>()
  const { data: video, error, refetch } = useVideo(id)
  if (isNotFound(error)) return <MissingVideo />
  if (error && !video) return <LoadFailure what="the video" page onRetry={() => void refetch()} />
  if (!video) return <ServerRenderedStage id={id} />
  return (
    // Each clip has its own page. A dialog that is open about one clip must not act on the next, and the heading of the
    // next takes the focus.
    <div key={video.id} className="mx-auto max-w-[110rem] pb-32 max-[110rem]:overflow-x-clip sm:px-6">
      {/* On phones the clip comes first, with the link back over it. The title is below the clip or, on a phone
          held sideways, beside it. */}
      <div className="relative flex flex-col over:gap-y-3 lying:grid lying:gap-x-10 lying:pt-2 lying:[grid-template:auto_1fr/auto_minmax(0,1fr)]">
        <div className="flex items-center gap-2 py-2 short:py-0 over:contents">
          <BackLink />
          {/* The heading precedes the player. The heading gets the focus first, and Tab continues to the controls. */}
          <PageHeading
            title={video.title}
            className="headline min-w-0 text-title max-sm:px-4 short:text-lead over:order-1"
          >
            <bdi>{video.title}</bdi>
          </PageHeading>
        </div>
        {/* The text is beside the clip if there is enough width, and otherwise below it. */}
        <div className="flex flex-wrap gap-x-10 gap-y-6 over:contents">
          <Stage video={video} onHidden={() => void refetch()} />
          <Details video={video} />
        </div>
      </div>
      <SimilarWhenNear videoId={video.id} />
    </div>
  )
}

/** A link to the feed, or back to the page that led here. */
function BackLink() {
  const { from } = useHistoryState<{ from?: string } | null>() ?? {}
  return (
    <ButtonLink
      href="/"
      transition
      aria-label={backLabel(from)}
      variant="ghost"
      className="w-11 px-0! over:absolute over:z-10 over:m-2 over:bg-scrim over:text-on-scrim"
      onClick={(event) => {
        // If a page of the app led here, the link uses the browser's own Back. The history then does not grow.
        if (from === undefined) return
        event.preventDefault()
        goBack()
      }}
    >
      <ArrowLeft className="size-5" />
    </ButtonLink>
  )
}

function backLabel(from = '/'): string {
  if (from === '/') return 'Back to feed'
  return from.startsWith('/profile') ? 'Back to profile' : 'Back'
}

function Details({ video }: { video: VideoDetail }) {
  const user = useOwnUser()
  const { code } = useLazyCode(deferredParts)
  // The owner of a hidden clip gets a link below its reasons. It would move the text if the viewer became known later.
  const isDue = !video.hiding || user !== undefined
  // Deferred, so that rendering these parts does not delay the player, even if their code has already loaded.
  const deferred = useDeferredValue(isDue ? code : undefined, undefined)
  const isOwner = user?.id === video.creator.id
  return (
    <div className="@container min-w-0 grow px-4 sm:basis-72 sm:px-0 over:order-1">
      <div className="flex flex-col gap-x-10 gap-y-6 @3xl:flex-row">
        <div className="flex min-w-0 flex-1 flex-col gap-6">
          <div className="flex flex-col gap-3">
            <div className="flex items-center gap-1">
              <div className="min-w-0 grow pr-3">
                <CreatorLink creator={video.creator} size="md" />
              </div>
              {deferred && <deferred.FollowCreator creator={video.creator} place="listed" />}
            </div>
            <PageActions video={video} isOwner={isOwner} />
            <div className="flex min-h-11 flex-wrap items-center gap-x-4">
              <ToolLink video={video} />
              <ViewCount count={video.viewsCount} />
              {deferred && (
                <deferred.ModerateButton kind="video" id={video.id} name={video.title} ownerId={video.creator.id} />
              )}
              <div className="ml-auto flex min-h-11 min-w-22">
                {deferred && <deferred.Neighbours videoId={video.id} />}
              </div>
            </div>
          </div>
          {/* Deferred parts are at the end, or in a row that keeps its height, so that nothing moves. */}
          {deferred && (
            <>
              {video.hiding && <deferred.HidingStrip hiding={video.hiding} isOwner={isOwner} />}
              <deferred.ProcessingStatus video={video} isOwner={isOwner} />
              <deferred.VideoText video={video} />
              <deferred.ProvenanceLine video={video} />
              <deferred.LineagePart video={video} />
              <deferred.AfterLineage video={video}>
                <deferred.FirstHere videoId={video.id} />
              </deferred.AfterLineage>
            </>
          )}
        </div>
        <div className="min-w-0 flex-1">
          {deferred && (
            <deferred.AfterFirstHere videoId={video.id}>
              <deferred.AfterLineage video={video}>
                <deferred.Comments video={video} place="page" />
              </deferred.AfterLineage>
            </deferred.AfterFirstHere>
          )}
        </div>
      </div>
    </div>
  )
}
