import type { Manifest } from '../../../../contract/videos/provenance.ts'
import { formatDay } from '../../../format/day.ts'
import { PhraseText } from './phrase-text.tsx'
import { describeMaking, describeSigner } from './describe-provenance.ts'

/** The origins of a file according to its signed manifests, starting with the manifest of the file itself. */
export function ManifestChain({ manifests, count }: { manifests: readonly Manifest[]; count: number }) {
  return (
    <section aria-labelledby="provenance-chain">
      <h3 id="provenance-chain" className="font-strong">
        Chain of credentials
      </h3>
      <ol className="mt-3 flex flex-col gap-3">
        {manifests.map((manifest, index) => (
          <li key={index} className="border-t border-line pt-3 text-small">
            <ManifestItem manifest={manifest} />
          </li>
        ))}
      </ol>
      {count > manifests.length && (
        <p className="mt-2 text-small text-ink-muted">And {count - manifests.length} more in the full report.</p>
      )}
    </section>
  )
}

function ManifestItem({ manifest }: { manifest: Manifest }) {
  const { title, generator, signer, list, signedAt, relationship, depth, actions, isIntact, problems } = manifest
  return (
    <>
      <p className="break-words">
        {depth === 0 ? 'This file' : (relations[relationship ?? ''] ?? 'Used to make it')}
        {title && (
          <>
            : <bdi>{title}</bdi>
          </>
        )}
      </p>
      <p className="break-words text-ink-muted">
        {describeSigner(signer, list)}
        {signedAt && `, on ${formatDay(signedAt)}`}
        {generator && (
          <>
            , with <bdi>{generator}</bdi>
          </>
        )}
      </p>
      {actions.length > 0 && (
        <ul className="mt-1 text-ink-muted">
          {actions.map(({ action, says, tool }, index) => (
            <li key={index} className="break-words">
              <code>{action}</code>
              {(says || tool) && (
                <>
                  : <PhraseText phrase={describeMaking(says, tool)} />
                </>
              )}
            </li>
          ))}
        </ul>
      )}
      {isIntact === false && <p className="mt-1 text-ink">Changed after it was signed.</p>}
      {problems.length > 0 && (
        <p className="mt-1 break-words text-ink-muted">
          <code>{problems.join(', ')}</code>
        </p>
      )}
    </>
  )
}

const relations: Record<string, string> = {
  parentOf: 'Made from',
  componentOf: 'Used in it',
  inputTo: 'Input for the AI',
}
