import type { ReactNode } from 'react'
import type { Evidence, Provenance, ProvenanceCheck, TrustListName } from '../../../../contract/videos/provenance.ts'
import { formatDay } from '../../../format/day.ts'
import { PhraseText } from './phrase-text.tsx'
import { describeSigner, describeMaking } from './describe-provenance.ts'

export function EvidenceList({ found: { evidence, check, removed } }: { found: Provenance }) {
  return (
    <section aria-labelledby="provenance-evidence">
      <h3 id="provenance-evidence" className="font-strong">
        Evidence
      </h3>
      {evidence.length === 0 && <p className="mt-2 text-ink-muted">{nothing[check]}</p>}
      <ul className="mt-3 flex flex-col gap-3">
        {evidence.map((each) => (
          <li key={`${each.source} ${each.field} ${each.value}`} className="rounded-card bg-surface px-5 py-4">
            <dl className="grid gap-x-4 gap-y-1 text-small sm:grid-cols-[8rem_1fr]">
              <Fact name="What">
                <p className="first-letter:uppercase">
                  <PhraseText phrase={describeMaking(each.says, each.tool)} />
                  {each.model && (
                    <>
                      , model <bdi>{each.model}</bdi>
                    </>
                  )}
                </p>
              </Fact>
              <Fact name="Field">
                <code>{each.field}</code>
              </Fact>
              {each.value && (
                <Fact name="Original text">
                  <code className="line-clamp-6">{each.value}</code>
                </Fact>
              )}
              <Fact name="Source">
                {each.source === 'tag'
                  ? 'Unknown: anyone can write this field'
                  : describeSigner(each.signer, each.list)}
              </Fact>
              <Fact name="Verification">{describeVerification(each, { isChangedHere: removed !== null })}</Fact>
              {each.signedAt && <Fact name="When">{formatDay(each.signedAt)}</Fact>}
            </dl>
          </li>
        ))}
      </ul>
    </section>
  )
}

const nothing: Record<ProvenanceCheck, string> = {
  done: 'The file has no credentials and no AI label. Most files have neither, whatever tool made them.',
  pending: 'Still checking.',
  impossible: 'We couldn’t check this file.',
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-muted max-sm:not-first:mt-1.5">{name}</dt>
      <dd dir="auto" className="min-w-0 break-words">
        {children}
      </dd>
    </>
  )
}

const lists: Record<TrustListName, string> = {
  official: 'the signer is on C2PA’s official list',
  interim: 'the signer is on C2PA’s earlier list, no longer updated',
  operator: 'the signer is on this site’s own list',
}

function describeVerification(
  { source, isIntact, list }: Evidence,
  { isChangedHere }: { isChangedHere: boolean },
): string {
  if (source === 'tag') return 'Read from the file; not protected'
  if (isIntact === null) return 'Could not be checked'
  if (!isIntact) return 'The file was changed after signing'
  return `${isChangedHere ? 'The uploaded file hadn’t' : 'The file hasn’t'} changed since it was signed; ${list ? lists[list] : 'the signer isn’t on any list'}`
}
