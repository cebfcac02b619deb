import { useQuery } from '@tanstack/react-query'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import { type ReactNode, useId } from 'react'
import { useParams } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'
import { type Ancestors, type Lineage, getAncestors, listRemixes } from '../../../../contract/videos/lineage.ts'
import type { Video } from '../../../../contract/videos/videos.ts'
import { countOf } from '../../../format/count.ts'
import { isNotFound } from '../../../net/api-error.ts'
import { endpointQuery } from '../../../net/endpoint-query.ts'
import { goBack } from '../../../page/navigation.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { LoadFailure } from '../../../ui/loading/load-failure.tsx'
import { PageSpinner } from '../../../ui/loading/spinner.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { videoList } from '../../../videos/video-list.ts'
import { videoPath } from '../../../videos/video-paths.ts'
import { useVideo } from '../../../videos/video.queries.ts'
import { VideoWall } from '../../discovery/cards/video-wall.tsx'
import { remixPath } from '../lineage/remix-paths.ts'
import { ClipPoster } from '../video-info/clip-poster.tsx'
import { VideoNotFound } from '../video-info/video-not-found.tsx'
import { lineageQuery } from '../lineage/lineage.queries.ts'
import { ParentList } from '../lineage/parent-list.tsx'
import { ClipStill, RelatedStill, stillGrid } from '../lineage/related-still.tsx'

const ancestorsQuery = (id: string) => endpointQuery(getAncestors, { params: { id } }, { staleTime: 0 })

export const remixesQuery = (id: string) =>
  videoList(listRemixes, { params: { id } }, { order: 'ranked', leavesOutMuted: true, staleTime: 0 })

/** The page `/video/{id}/remixes`: the clip's ancestors and its remixes. */
export function RemixesPage() {
  const { id = '' } = useParams<{ id: string }>()
  const video = useVideo(id)
  const lineage = useQuery(lineageQuery(id))
  const ancestors = useQuery(ancestorsQuery(id))
  const error = video.error ?? lineage.error ?? ancestors.error
  if (isNotFound(error)) return <VideoNotFound />
  if (video.data && lineage.data && ancestors.data) {
    return <Remixes key={id} video={video.data} lineage={lineage.data} ancestors={ancestors.data} />
  }
  if (!error) return <PageSpinner />
  const retry = () => {
    for (const query of [video, lineage, ancestors]) if (query.error) void query.refetch()
  }
  return <LoadFailure what="the remixes" page onRetry={retry} />
}

function Remixes({ video, lineage, ancestors }: { video: Video; lineage: Lineage; ancestors: Ancestors }) {
  const mayRemix = lineage.whyNoRemix === null
  const noRemixes = (
    <Notice heading="No remixes yet" link={mayRemix ? [remixPath(video.id), 'Make the first one'] : undefined} />
  )
  return (
    <div className="mx-auto flex max-w-[110rem] flex-col gap-6 px-4 pt-3 pb-32 sm:px-6 sm:pt-4 short:pt-1">
      <header className="flex flex-wrap items-center gap-3 sm:flex-nowrap">
        <BackToClip id={video.id} />
        <div className="w-24 shrink-0">
          <ClipPoster clip={video} />
        </div>
        <PageHeading title={`Remixes of ${video.title}`} className="headline text-title max-sm:basis-full">
          <span className="block text-lead">Remixes of </span>
          <bdi className="wrap-anywhere">{video.title}</bdi>
        </PageHeading>
      </header>
      {lineage.parents.length > 0 && (
        <RemixesSection heading="Made from">
          <ParentList parents={lineage.parents} prompts={ancestors.prompts} prompt={video.prompt} />
        </RemixesSection>
      )}
      <FurtherBack {...ancestors} />
      {lineage.remixesCount > 0 ? (
        <RemixesSection heading={countOf(lineage.remixesCount, 'remix', { plural: 'remixes' })}>
          <div className="max-sm:-mx-4">
            <VideoWall
              name={`remixes ${video.id}`}
              label="Remixes"
              list={remixesQuery(video.id)}
              // Remixes by people whom the viewer has muted are counted, but not listed.
              empty={noRemixes}
            />
          </div>
        </RemixesSection>
      ) : (
        noRemixes
      )}
      {ancestors.siblings.length > 0 && (
        <RemixesSection
          heading={lineage.parents.length > 1 ? 'Others made from the same clips' : 'Others made from the same clip'}
        >
          <ul className={stillGrid}>
            {ancestors.siblings.map((clip) => (
              <li key={clip.id} className="min-w-0">
                <ClipStill clip={clip} />
              </li>
            ))}
          </ul>
        </RemixesSection>
      )}
    </div>
  )
}

/**
 * A link to the clip. If the page of the clip led here, the link uses the browser's own Back. Otherwise Back on
 * each page would lead to the other, without end.
 */
function BackToClip({ id }: { id: string }) {
  const { from } = useHistoryState<{ from?: string } | null>() ?? {}
  return (
    <ButtonLink
      href={videoPath(id)}
      variant="ghost"
      className="w-11 px-0!"
      onClick={(event) => {
        if (from !== videoPath(id)) return
        event.preventDefault()
        goBack()
      }}
    >
      <ArrowLeft className="size-5" />
      <span className="sr-only">Back to the clip</span>
    </ButtonLink>
  )
}

function RemixesSection({ heading, children }: { heading: string; children: ReactNode }) {
  const headingId = useId()
  return (
    <section aria-labelledby={headingId} className="flex flex-col gap-3">
      <h2 id={headingId} className="headline text-lead">
        {heading}
      </h2>
      {children}
    </section>
  )
}

/** The earlier ancestors, nearest first. The ancestors between the listed ones and the root are only counted. */
function FurtherBack({ ancestors, foldedCount, root }: Ancestors) {
  const isOnlyRoot = ancestors.length === 0
  if (isOnlyRoot && !root) return null
  return (
    <RemixesSection heading={isOnlyRoot ? 'Original clips' : 'Earlier sources'}>
      <ol className={stillGrid}>
        {ancestors.map((relative, i) => (
          <li key={relative.clip?.id ?? i} className="min-w-0">
            <RelatedStill relative={relative} />
          </li>
        ))}
        {foldedCount > 0 && (
          <li className="grid aspect-4/3 place-items-center rounded-card bg-surface p-4 text-center text-small text-ink-muted">
            and {countOf(foldedCount, 'more clip')}
          </li>
        )}
        {root && (
          <li className="min-w-0">
            <ClipStill clip={root} />
            {!isOnlyRoot && <p className="text-small text-ink-muted">Original clips</p>}
          </li>
        )}
      </ol>
    </RemixesSection>
  )
}
