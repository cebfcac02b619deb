import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Count, IdParams, Timestamp } from '../fields.ts'

/**
 * How the origin of a clip is known:
 * - `verified`: its credentials are intact, and a trust list knows the signer
 * - `file`: the file states it, but no known signer vouches for it
 * - `creator`: only the creator states anything
 * - `broken`: the file was changed after it was signed and before it was uploaded
 */
export const ProvenanceState = z.enum(['verified', 'file', 'creator', 'broken'])
export type ProvenanceState = z.output<typeof ProvenanceState>

/**
 * The statement of a file about its origin, after the IPTC's digital source types: `generated` made by AI, `edited`
 * with AI, `composite` partly made by AI, `mixed` may contain AI. `captured` recorded with a camera, `created` made
 * with software other than AI.
 */
export const ProvenanceClaim = z.enum(['generated', 'edited', 'composite', 'mixed', 'captured', 'created'])
export type ProvenanceClaim = z.output<typeof ProvenanceClaim>

/** `pending`: a job is checking the credentials or will check them. `impossible`: `reason` says why. */
export const ProvenanceCheck = z.enum(['done', 'pending', 'impossible'])
export type ProvenanceCheck = z.output<typeof ProvenanceCheck>

/**
 * Why the credentials of a file could not be checked:
 * - `tooLarge`: the file has 4 GB or more, or its credentials are larger than 1 MB
 * - `changedHere`: they do not match the file, which this site may have changed before it checked credentials
 * - `tooSlow`: checking took too long
 * - `unreadable`: they cannot be read
 * - `elsewhere`: they are at an address in the file, which is never requested
 */
export const ProvenanceReason = z.enum(['tooLarge', 'changedHere', 'tooSlow', 'unreadable', 'elsewhere'])
export type ProvenanceReason = z.output<typeof ProvenanceReason>

/**
 * The trust list that knows a signer: C2PA's own list, the list that C2PA used until 2025 and keeps unchanged, or
 * certificates added by this site's operator.
 */
export const TrustListName = z.enum(['official', 'interim', 'operator'])
export type TrustListName = z.output<typeof TrustListName>

/**
 * The statement below a clip's title. Names are copied from the file. They may be false unless a trust list knows the
 * signer.
 */
export const ProvenanceLine = z.object({
  says: z.nullable(ProvenanceClaim),
  tool: z.nullable(z.string()),
  /** The signer of the credentials; for `broken`, the apparent one. */
  signer: z.nullable(z.string()),
  signedAt: z.nullable(Timestamp),
  check: ProvenanceCheck,
  /** Present if `check` is `impossible`. */
  reason: z.nullable(ProvenanceReason),
  /**
   * The private data that this site removed from the file after the check: a place, or other data. The removal broke
   * the signature. All other fields describe the file before the removal.
   */
  removed: z.nullable(z.enum(['place', 'private'])),
})
export type ProvenanceLine = z.output<typeof ProvenanceLine>

/** The provenance of a clip in a list. */
export const ProvenanceOfMany = z.object({ state: ProvenanceState })
/**
 * The provenance of a single video. Replies always contain `line`. It is optional, because the web app first shows the
 * clip from a list, without `line`, until the reply arrives.
 */
export const ProvenanceOfOne = z.extend(ProvenanceOfMany, { line: z.optional(ProvenanceLine) })

/** One statement of a file about how it was made. */
export const Evidence = z.object({
  /** `credentials`: C2PA. `tag`: a field of the file, which is not protected. */
  source: z.enum(['credentials', 'tag']),
  /** The field's name in the container; `C2PA` for credentials. */
  field: z.string(),
  says: z.nullable(ProvenanceClaim),
  tool: z.nullable(z.string()),
  model: z.nullable(z.string()),
  /** The statement itself, shortened to 500 characters: the address of a source type, or the value of a tag. */
  value: z.nullable(z.string()),
  /** The name in the signer's certificate; null without one. */
  signer: z.nullable(z.string()),
  /** The trust list that knows the signer. */
  list: z.nullable(TrustListName),
  /** Whether the signature matches the content; null if it is unsigned or could not be checked. */
  isIntact: z.nullable(z.boolean()),
  signedAt: z.nullable(Timestamp),
})
export type Evidence = z.output<typeof Evidence>

/** An action that the signer of a manifest claims to have taken. */
const ManifestAction = z.object({
  /** C2PA's name of the action: `c2pa.created`. */
  action: z.string(),
  says: z.nullable(ProvenanceClaim),
  /** The digital source type, unchanged. */
  sourceType: z.nullable(z.string()),
  tool: z.nullable(z.string()),
})

/** A manifest in the chain of a clip's credentials. */
export const Manifest = z.object({
  title: z.nullable(z.string()),
  /** The program that wrote the manifest, according to the manifest itself. */
  generator: z.nullable(z.string()),
  signer: z.nullable(z.string()),
  list: z.nullable(TrustListName),
  signedAt: z.nullable(Timestamp),
  /**
   * How the manifest one step nearer to the file used this one: `parentOf`, `componentOf`, `inputTo`. Null for the
   * file's own manifest.
   */
  relationship: z.nullable(z.string()),
  /** Number of steps back from the file: 0 is the file's own manifest. */
  depth: Count,
  isIntact: z.nullable(z.boolean()),
  actions: z.array(ManifestAction),
  /** C2PA's status codes for failed checks: `assertion.bmffHash.mismatch`. */
  problems: z.array(z.string()),
})
export type Manifest = z.output<typeof Manifest>

/** All evidence behind the provenance line. */
export const Provenance = z.extend(ProvenanceLine, {
  state: ProvenanceState,
  evidence: z.array(Evidence),
  /** The file's own manifest first, then those of its sources, 16 at most. */
  manifests: z.array(Manifest),
  manifestsCount: Count,
  /** Fields in which the file and the creator differ. */
  differences: z.array(z.object({ field: z.literal('tool'), file: z.string(), creator: z.string() })),
  checkedAt: z.nullable(Timestamp),
  /** The program that checked the credentials, with its version. */
  reader: z.nullable(z.string()),
  /** The date of the official trust list that was used. */
  listsDate: z.nullable(z.iso.date()),
  /** The address of the reader's whole report, as JSON. */
  reportUrl: z.nullable(z.string()),
  /** The workflow that the creator shares. `url` is null if the file had no readable workflow. */
  workflow: z.nullable(z.object({ url: z.nullable(z.string()) })),
  /** The original file, with its credentials and without the private data that was removed. */
  original: z.object({ url: z.string(), sizeBytes: Count, holdsCredentials: z.boolean() }),
})
export type Provenance = z.output<typeof Provenance>

/** Certificates of authorities that may vouch for signers. */
export const TrustList = z.object({
  name: TrustListName,
  /** Date of the list's last change, if known. */
  date: z.nullable(z.iso.date()),
  certificatesCount: Count,
  /** The list's source; null for the operator's own. */
  source: z.nullable(z.string()),
  licence: z.nullable(z.string()),
})
export type TrustList = z.output<typeof TrustList>

export const TrustLists = z.object({ lists: z.array(TrustList), reader: z.string() })
export type TrustLists = z.output<typeof TrustLists>

export const getProvenance = endpoint({
  method: 'GET',
  path: '/api/videos/:id/provenance',
  access: 'anyone',
  summary: 'How a video was made, according to its file: the statements, who signed them, and how they were checked.',
  params: IdParams,
  response: Provenance,
  errors: ['NOT_FOUND'],
})

export const getTrustLists = endpoint({
  method: 'GET',
  path: '/api/trust-lists',
  access: 'anyone',
  summary: 'The trust lists that signers are checked against, with their dates.',
  response: TrustLists,
})
