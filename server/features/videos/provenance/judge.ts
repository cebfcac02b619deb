import type { Selectable } from 'kysely'
import type { ProvenanceReason, ProvenanceClaim } from '../../../../contract/videos/provenance.ts'
import type { ProvenanceColumns } from '../../../db/schema/video-schema.ts'
import { claimOfType } from '../../../media/credentials/source-types.ts'
import type { ManifestFacts, TagFacts } from '../../../media/engine/engine.ts'
import type { Findings } from './findings.ts'

/** The verdict that is shown with a clip and stored on its row. */
export type Verdict = Omit<Selectable<ProvenanceColumns>, 'showsReality'>

const NAME_MAX_LENGTH = 100

/** Status codes about the signer or the time stamp, not the file: the certificate is unknown, expired or revoked. */
const aboutSigner =
  /^signingCredential\.(untrusted|expired|revoked|ocsp)|^timeStamp\.|^claimSignature\.outsideValidity$/
/** Status codes that leave open whether the certificate was valid at the time of signing. */
const doubtful = /^signingCredential\.(expired|revoked|ocsp\.revoked)|^claimSignature\.outsideValidity$/
/** Status codes for changed bytes: of the file, of the credentials or of their assertions. */
const changed = /\.mismatch$|^assertion\.missing$/

/**
 * Judges a file by the status codes of its credentials. The reader's overall state is not used, because it also calls
 * unchanged files invalid.
 *
 * @param canBeBroken Whether the file was checked as its creator uploaded it. A file that this site may have changed is
 *   never reported as changed.
 */
export function judge(findings: Findings, { canBeBroken }: { canBeBroken: boolean }): Verdict {
  const { outcome, manifests } = findings
  const tags = judgeTags(findings)
  if (outcome === 'none') return tags
  if (outcome === 'later') return { ...tags, provenanceCheck: 'pending' }
  if (outcome !== 'read') return { ...tags, ...uncheckable(outcome) }
  const own = manifests[0]
  if (own && isChanged(own)) {
    if (!canBeBroken) return { ...tags, ...uncheckable('changedHere') }
    return { ...judgeManifests(manifests, own), provenance: 'broken' }
  }
  if (!own || !isIntact(own)) return { ...tags, ...uncheckable('unreadable') }
  return { ...judgeManifests(manifests, own), provenance: isVerified(own) ? 'verified' : 'file' }
}

/** Whether the file, or a signed part of it, has changed since it was signed. */
export function isChanged({ problems }: ManifestFacts): boolean {
  return problems.some(isMismatch)
}

/** Whether a status code reports that signed bytes have changed. */
export function isMismatch(code: string): boolean {
  return changed.test(code) && !code.startsWith('timeStamp.')
}

/** Whether the file is unchanged since it was signed. */
export function isIntact(manifest: ManifestFacts): boolean {
  return manifest.isSigned && manifest.isBound && !isChanged(manifest)
}

function isVerified(manifest: ManifestFacts): boolean {
  const { list, problems } = manifest
  const isWhole = problems.every((code) => aboutSigner.test(code))
  return list !== null && isIntact(manifest) && isWhole && !problems.some((code) => doubtful.test(code))
}

/** Judges a file by its tags. A tag proves nothing, but it is a statement in the file. */
function judgeTags({ tags }: Findings): Verdict {
  const first = tags.find(({ tool }) => tool !== null) ?? tags[0]
  return {
    provenance: first ? 'file' : 'creator',
    provenanceSays: tags.find(({ says }) => says !== null)?.says ?? null,
    provenanceTool: named(first?.tool ?? null),
    provenanceSigner: null,
    provenanceSignedAt: null,
    provenanceCheck: 'done',
    provenanceReason: null,
  }
}

function uncheckable(reason: ProvenanceReason): Pick<Verdict, 'provenanceCheck' | 'provenanceReason'> {
  return { provenanceCheck: 'impossible', provenanceReason: reason }
}

function judgeManifests(manifests: ManifestFacts[], own: ManifestFacts): Omit<Verdict, 'provenance'> {
  const { says, tool } = originOf(manifests, own)
  return {
    provenanceSays: says,
    provenanceTool: named(tool ?? toolOf(own)),
    provenanceSigner: named(own.signer),
    provenanceSignedAt: own.signedAt,
    provenanceCheck: 'done',
    provenanceReason: null,
  }
}

const inceptions = new Set(['c2pa.created', 'c2pa.opened'])
const byAi = new Set<ProvenanceClaim | null>(['generated', 'edited', 'composite'])

type Origin = Pick<TagFacts, 'says' | 'tool'>

/**
 * Returns how a clip was made, by the rules of C2PA. The clip's first action decides, or else the parent from which it
 * was opened. Another action by AI turns every origin except `generated` into `edited`.
 */
function originOf(manifests: ManifestFacts[], own: ManifestFacts): Origin {
  const first = own.actions.find(({ action, sourceType }) => inceptions.has(action) && sourceType !== null)
  const origin = first
    ? { says: claimOfType(first.sourceType), tool: first.tool ?? toolOf(own) }
    : originOfParent(manifests, own)
  const isEdited = own.actions.some((action) => action !== first && byAi.has(claimOfType(action.sourceType)))
  return isEdited && origin.says !== 'generated' ? { ...origin, says: 'edited' } : origin
}

/**
 * Returns the origin of the parent, the next manifest of the chain, which is one level deeper. For a clip with a
 * trusted signer, a parent counts only if its signer is trusted, too. Anyone can forge a parent.
 */
function originOfParent(manifests: ManifestFacts[], own: ManifestFacts): Origin {
  const parent = manifests.find(({ relationship, depth }) => relationship === 'parentOf' && depth === own.depth + 1)
  const isBelieved = parent && !isChanged(parent) && parent.isSigned && (parent.list !== null || own.list === null)
  return isBelieved ? originOf(manifests, parent) : { says: null, tool: null }
}

function toolOf({ actions, generator }: ManifestFacts): string | null {
  return actions.find(({ action, tool }) => inceptions.has(action) && tool !== null)?.tool ?? generator
}

function named(name: string | null): string | null {
  return name === null ? null : name.slice(0, NAME_MAX_LENGTH).toWellFormed()
}
