import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Count, IdParams, Timestamp } from '../fields.ts'

/**
 * What is known of how a clip was made:
 * - `verified`: its credentials are intact, and a list of ours knows who signed them
 * - `file`: the file says so; nobody whom we know vouches for that
 * - `creator`: only the creator says anything
 * - `broken`: the file was changed after it was signed, before it came here
 */
export const ProvenanceState = z.enum(['verified', 'file', 'creator', 'broken'])
export type ProvenanceState = z.output<typeof ProvenanceState>

/**
 * What a file says of itself, by the IPTC's digital source types: `generated` made by AI, `edited` with AI, `composite`
 * partly made by AI, `mixed` may contain AI, `captured` recorded with a camera, `created` made with software, not by AI.
 */
export const ProvenanceSays = z.enum(['generated', 'edited', 'composite', 'mixed', 'captured', 'created'])
export type ProvenanceSays = z.output<typeof ProvenanceSays>

/** `pending`: a job is at it, or will be. `impossible`: `reason` says why. */
export const ProvenanceCheck = z.enum(['done', 'pending', 'impossible'])
export type ProvenanceCheck = z.output<typeof ProvenanceCheck>

/**
 * Why the credentials of a file could not be checked:
 * - `tooLarge`: the file is larger than 4 GB, or its credentials are larger than 1 MB
 * - `changedHere`: they do not fit the file, which this site may have changed itself, before it checked credentials
 * - `tooSlow`: checking took too long
 * - `unreadable`: they cannot be read
 * - `elsewhere`: the file names an address for them, which is never asked
 */
export const ProvenanceReason = z.enum(['tooLarge', 'changedHere', 'tooSlow', 'unreadable', 'elsewhere'])
export type ProvenanceReason = z.output<typeof ProvenanceReason>

/**
 * Which list vouches for a signer: C2PA's own, the one that C2PA used until 2025 and keeps unchanged, or certificates that
 * the operator of this site added.
 */
export const TrustListName = z.enum(['official', 'interim', 'operator'])
export type TrustListName = z.output<typeof TrustListName>

/** What stands below a clip's title. Names are as the file has them: anybody can write any name that no list vouches for. */
export const ProvenanceLine = z.object({
  says: z.nullable(ProvenanceSays),
  tool: z.nullable(z.string()),
  /** Who signed the credentials; in `broken` ones who seems to have. */
  signer: z.nullable(z.string()),
  signedAt: z.nullable(Timestamp),
  check: ProvenanceCheck,
  /** There where `check` is `impossible`. */
  reason: z.nullable(ProvenanceReason),
  /**
   * What this site took out of the file after the check, which broke the seal: where it was filmed, or other private data.
   * All else tells how it was before.
   */
  removed: z.nullable(z.enum(['place', 'private'])),
})
export type ProvenanceLine = z.output<typeof ProvenanceLine>

/** In lists. */
export const ProvenanceOfMany = z.object({ state: ProvenanceState })
/** Of one video. `line` is always there. */
export const ProvenanceOfOne = z.extend(ProvenanceOfMany, { line: z.optional(ProvenanceLine) })

/** One statement of a file about how it was made. */
export const Evidence = z.object({
  /** `credentials`: C2PA. `tag`: a field of the file, which nothing protects. */
  source: z.enum(['credentials', 'tag']),
  /** The field's name, as the container has it; of credentials `C2PA`. */
  field: z.string(),
  says: z.nullable(ProvenanceSays),
  tool: z.nullable(z.string()),
  model: z.nullable(z.string()),
  /** What the file says, word for word, shortened to 500 characters: a source type's address, a tag's value. */
  value: z.nullable(z.string()),
  /** Who says so: the name in the certificate. `null`: it is written nowhere. */
  signer: z.nullable(z.string()),
  /** The list that vouches for the signer. */
  list: z.nullable(TrustListName),
  /** Whether the file is as it was signed; `null` where nothing was signed, or could not be checked. */
  isIntact: z.nullable(z.boolean()),
  signedAt: z.nullable(Timestamp),
})
export type Evidence = z.output<typeof Evidence>

/** What somebody says to have done. */
export const ManifestAction = z.object({
  /** As C2PA names it: `c2pa.created`. */
  action: z.string(),
  says: z.nullable(ProvenanceSays),
  /** The digital source type, word for word. */
  sourceType: z.nullable(z.string()),
  tool: z.nullable(z.string()),
})
export type ManifestAction = z.output<typeof ManifestAction>

/** One signed statement of the chain. */
export const Manifest = z.object({
  title: z.nullable(z.string()),
  /** The program that wrote it, by its own word. */
  generator: z.nullable(z.string()),
  signer: z.nullable(z.string()),
  list: z.nullable(TrustListName),
  signedAt: z.nullable(Timestamp),
  /** How the manifest before it used this one: `parentOf`, `componentOf`, `inputTo`; `null` of the file's own. */
  relationship: z.nullable(z.string()),
  /** How many steps before the file it was made: 0 is the file's own. */
  depth: Count,
  isIntact: z.nullable(z.boolean()),
  actions: z.array(ManifestAction),
  /** C2PA's status codes of what is wrong with it: `assertion.bmffHash.mismatch`. */
  problems: z.array(z.string()),
})
export type Manifest = z.output<typeof Manifest>

/** Everything that the line stands on. */
export const Provenance = z.extend(ProvenanceLine, {
  state: ProvenanceState,
  evidence: z.array(Evidence),
  /** The file's own first, then what it was made from, 16 at most. */
  manifests: z.array(Manifest),
  manifestsCount: Count,
  /** Where the file and the creator name different tools. */
  differences: z.array(z.object({ field: z.literal('tool'), file: z.string(), creator: z.string() })),
  checkedAt: z.nullable(Timestamp),
  /** The program that checked, with its version. */
  reader: z.nullable(z.string()),
  /** The day of the official list that signers were looked up in. */
  listsDate: z.nullable(z.iso.date()),
  /** The reader's whole report, as JSON. */
  reportUrl: z.nullable(z.string()),
  /** The workflow that its creator shares; `url` is null where the file had none that could be read. */
  workflow: z.nullable(z.object({ url: z.nullable(z.string()) })),
  /** The file as its creator gave it, with the credentials that it has, and without what was removed. */
  original: z.object({ url: z.string(), sizeBytes: Count, holdsCredentials: z.boolean() }),
})
export type Provenance = z.output<typeof Provenance>

/** Certificates of who may vouch for signers. */
export const TrustList = z.object({
  name: TrustListName,
  /** When the list was last changed, as far as is known. */
  date: z.nullable(z.iso.date()),
  certificatesCount: Count,
  /** Where it is from; `null` of the operator's own. */
  source: z.nullable(z.string()),
  licence: z.nullable(z.string()),
})
export type TrustList = z.output<typeof TrustList>

export const TrustLists = z.object({ lists: z.array(TrustList), reader: z.string() })
export type TrustLists = z.output<typeof TrustLists>

export const getProvenance = endpoint({
  method: 'GET',
  path: '/api/videos/:id/provenance',
  summary: 'How a video was made, as far as its file tells: what, who says so, how that was checked.',
  params: IdParams,
  response: Provenance,
  errors: ['NOT_FOUND'],
})

export const getTrustLists = endpoint({
  method: 'GET',
  path: '/api/trust-lists',
  summary: 'The lists of signers that credentials are checked against, and their dates.',
  response: TrustLists,
})
