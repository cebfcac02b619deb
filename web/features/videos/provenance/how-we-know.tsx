import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { getProvenance, type Provenance } from '../../../../contract/videos/provenance.ts'
import type { VideoDetail } from '../../../../contract/videos/videos.ts'
import { formatBytes } from '../../../../contract/bytes.ts'
import { formatDay } from '../../../format/day.ts'
import { endpointQuery } from '../../../net/endpoint-query.ts'
import { buttonClass, ButtonLink } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { QueryContent } from '../../../ui/loading/query-content.tsx'
import { Spinner } from '../../../ui/loading/spinner.tsx'
import { videoQuery } from '../../../videos/video.queries.ts'
import { EvidenceList } from './evidence-list.tsx'
import { ManifestChain } from './manifest-chain.tsx'
import { PhraseText } from './phrase-text.tsx'
import { describeProvenance } from './describe-provenance.ts'

/** The evidence behind the line below a clip's title. */
export function HowWeKnow({ video, onClose }: { video: VideoDetail; onClose: () => void }) {
  // Always refetched, because a pending check may have finished.
  const query = useQuery(endpointQuery(getProvenance, { params: { id: video.id } }, { staleTime: 0 }))
  const client = useQueryClient()
  const isNewer = query.data !== undefined && query.data.check !== video.provenance.line?.check
  useEffect(() => {
    // The line on the page must not say "Checking…" beside the result.
    if (isNewer) void client.invalidateQueries(videoQuery(video.id))
  }, [client, isNewer, video.id])
  return (
    <Dialog
      title="How we know"
      description={<PhraseText phrase={describeProvenance(video)} />}
      size="wide"
      onClose={onClose}
    >
      <QueryContent query={query} what="the evidence" loading={<SmallSpinner />}>
        {(found) => <Findings found={found} />}
      </QueryContent>
    </Dialog>
  )
}

function SmallSpinner() {
  return (
    <div role="status" aria-label="Loading" className="grid min-h-28 place-items-center text-accent-ink">
      <Spinner />
    </div>
  )
}

function Findings({ found }: { found: Provenance }) {
  const { manifests, manifestsCount, differences } = found
  return (
    <div className="flex flex-col gap-8">
      {differences.map(({ file, creator }) => (
        <p key={file} className="break-words">
          The file and the creator name different tools: the file says <bdi className="font-strong">{file}</bdi>, the
          creator <bdi className="font-strong">{creator}</bdi>.
        </p>
      ))}
      <EvidenceList found={found} />
      {manifests.length > 0 && <ManifestChain manifests={manifests} count={manifestsCount} />}
      <Check found={found} />
    </div>
  )
}

/** The time and method of the check, with everything that a viewer needs to repeat it. */
function Check({ found }: { found: Provenance }) {
  const { removed, reportUrl, workflow, original } = found
  return (
    <section aria-labelledby="provenance-check" className="flex flex-col items-start gap-3">
      <h3 id="provenance-check" className="font-strong">
        Check it yourself
      </h3>
      <p className="text-small text-ink-muted">
        {describeCheck(found)}
        {removed && ' The download doesn’t contain what we removed, so other programs will report it as changed.'}
      </p>
      {workflow?.url === null && (
        <p className="text-small text-ink-muted">
          The creator shares the workflow, but we couldn’t find a readable one in the file.
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <a href={original.url} download className={buttonClass('quiet', 'max-w-full shrink! py-2')}>
          {original.holdsCredentials ? 'Download the original with its credentials' : 'Download the original'}
          <span className="shrink-0 text-small font-regular text-ink-muted">{formatBytes(original.sizeBytes)}</span>
        </a>
        {workflow?.url && (
          <a href={workflow.url} download="workflow.json" className={buttonClass()}>
            Download the workflow
          </a>
        )}
        {reportUrl && (
          <a href={reportUrl} download="credentials.json" className={buttonClass()}>
            Full report (JSON)
          </a>
        )}
        <ButtonLink href="/about/trust" variant="ghost">
          What these terms mean
        </ButtonLink>
      </div>
    </section>
  )
}

/** Returns the sentence about the check. Credentials are checked; other fields are only read. */
function describeCheck({ check, manifests, checkedAt, reader, listsDate }: Provenance): string {
  if (check !== 'done') return 'Not checked.'
  if (!checkedAt) return 'There was nothing to check.'
  if (manifests.length === 0) return `Read on ${formatDay(checkedAt)}.`
  const against = listsDate ? `, against the signer lists dated ${formatDay(listsDate)}` : ''
  return `Checked on ${formatDay(checkedAt)}${reader ? ` with ${reader}` : ''}${against}.`
}
