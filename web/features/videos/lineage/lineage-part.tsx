import { useQuery } from '@tanstack/react-query'
import Repeat from 'lucide-react/icons/repeat-2'
import type { ReactNode } from 'react'
import type { Lineage, Parent } from '../../../../contract/videos/lineage.ts'
import type { Video } from '../../../../contract/videos/videos.ts'
import { countOf } from '../../../format/count.ts'
import { CreatorMention } from '../../../people/creator-mention.tsx'
import { ActionLink, ButtonLink } from '../../../ui/button.tsx'
import { videoPath } from '../../../videos/video-paths.ts'
import { VideoLink } from '../video-info/video-link.tsx'
import { lineageQuery } from './lineage.queries.ts'
import { LicenseLink } from './license-link.tsx'
import { describeMissing } from './related-still.tsx'
import { remixesPath, remixPath } from './remix-paths.ts'

type LineageOf = { video: Pick<Video, 'id'> }

export function LineagePart({ video }: LineageOf) {
  const { data } = useQuery(lineageQuery(video.id))
  return (
    <section aria-label="Remixes" className="flex flex-col gap-3">
      {data && data.parents.length > 0 && (
        <ul className="flex flex-col gap-3">
          {data.parents.map((parent, i) => (
            <RemixOf key={parent.clip?.id ?? i} parent={parent} />
          ))}
        </ul>
      )}
      {/* The row keeps its height until the lineage has loaded. */}
      <div className="flex min-h-11 flex-wrap items-center gap-x-4">
        {data && <Facts id={video.id} lineage={data} />}
      </div>
    </section>
  )
}

/**
 * Renders its children after the lineage above them has loaded or failed to. Otherwise the lineage would push them
 * down.
 */
export function AfterLineage({ video, children }: LineageOf & { children: ReactNode }) {
  const { isPending } = useQuery(lineageQuery(video.id))
  return !isPending && children
}

function RemixOf({ parent: { clip, missing, thanks } }: { parent: Parent }) {
  if (!clip) return <li className="text-ink-muted">Remix of {describeMissing(missing).toLowerCase()}</li>
  return (
    <li className="flex flex-col gap-1">
      <p className="wrap-anywhere">
        Remix of{' '}
        <VideoLink id={clip.id} className="rounded-control font-strong underline-offset-4 hover:underline">
          <bdi>{clip.title}</bdi>
        </VideoLink>{' '}
        by <CreatorMention creator={clip.creator} linkClass="rounded-control underline-offset-4 hover:underline" />
      </p>
      {thanks !== null && (
        <blockquote dir="auto" className="text-ink-muted wrap-anywhere">
          “{thanks}”
        </blockquote>
      )}
    </li>
  )
}

function Facts({ id, lineage: { remixesCount, parents, license, whyNoRemix } }: { id: string; lineage: Lineage }) {
  const isRelated = remixesCount > 0 || parents.length > 0
  return (
    <>
      {whyNoRemix === null ? (
        <ButtonLink href={remixPath(id)} className="max-sm:px-4!">
          <Repeat className="size-4" />
          Remix
        </ButtonLink>
      ) : (
        <p className="text-small text-ink-muted">{whyNoRemix}</p>
      )}
      {isRelated && (
        <ActionLink href={remixesPath(id)} state={{ from: videoPath(id) }}>
          {remixesCount > 0 ? countOf(remixesCount, 'remix', { plural: 'remixes' }) : 'Origin'}
        </ActionLink>
      )}
      {license && <LicenseLink license={license} />}
    </>
  )
}
