import * as z from 'zod/mini'
import { text as storable } from '../../contract/fields.ts'
import { type PrivateKind, privateKinds } from '../../contract/media/private-data/private-data.ts'
import { ProvenanceClaim, TrustListName } from '../../contract/videos/provenance.ts'
import { DURATION_MAX_SECONDS } from './decode/decoding-budget.ts'
import { FRAMES_MAX } from './tasks.ts'

/**
 * The results of media children. A decoder that a file has taken over may reply anything, so replies are validated like
 * network input. Children import only the types: loading zod would delay each of them.
 */

const pixels = z.int().check(z.positive(), z.maximum(100_000))
const size = { width: pixels, height: pixels }
const name = z.string().check(z.maxLength(200))
const count = z.int().check(z.nonnegative())
/** Text from the file. It must not contain characters that cannot be stored. */
const words = storable(200)

/** Data that viewers of a file do not see. The edits that remove it are in the file `OUTPUT_NAME`. */
const PrivateDataFacts = z.object({
  kinds: z.array(z.enum(Object.keys(privateKinds) as PrivateKind[])).check(z.maxLength(100)),
  /** Whether the file holds content credentials (C2PA), whose signature every edit breaks. */
  holdsCredentials: z.boolean(),
  /** Number of bytes to overwrite. */
  changedBytes: count,
})
export type PrivateDataFacts = z.infer<typeof PrivateDataFacts>

/** A field of the container whose purpose is to say how the file was made. */
const TagFacts = z.object({
  field: words,
  says: z.nullable(ProvenanceClaim),
  tool: z.nullable(words),
  /** `null` for private values. */
  value: z.nullable(storable(500)),
})
export type TagFacts = z.infer<typeof TagFacts>

/** `width` and `height` are display pixels: after rotation and sample aspect ratio. */
const VideoFacts = z.object({
  ...size,
  /** Seconds from the first frame to the end of the last frame or audio. */
  durationSeconds: z.number().check(z.positive(), z.maximum(DURATION_MAX_SECONDS)),
  /** Number of tracks that a player could show, not counting cover pictures. */
  videoTracksCount: count,
  /** Average frames per second. */
  frameRate: z.nullable(z.number().check(z.positive())),
  /** Number of frames according to the container, or else an estimate from the frame rate. */
  framesCount: z.nullable(count),
  /** The media type to store and serve it with. */
  contentType: name,
  privateData: PrivateDataFacts,
  tags: z.array(TagFacts).check(z.maxLength(20)),
  /** Whether the file contains a URL of its content credentials. It may contain the credentials, too. */
  namesCredentials: z.boolean(),
})
export type VideoFacts = z.infer<typeof VideoFacts>

const ActionFacts = z.object({
  action: words,
  sourceType: z.nullable(words),
  tool: z.nullable(words),
  model: z.nullable(words),
})
export type ActionFacts = z.infer<typeof ActionFacts>

const ManifestFacts = z.object({
  id: words,
  title: z.nullable(words),
  generator: z.nullable(words),
  signer: z.nullable(words),
  signedAt: z.nullable(z.iso.datetime()),
  list: z.nullable(TrustListName),
  isSigned: z.boolean(),
  /** Whether the file's bytes are those that were signed. */
  isBound: z.boolean(),
  relationship: z.nullable(words),
  depth: count,
  actions: z.array(ActionFacts).check(z.maxLength(20)),
  /** Status codes of C2PA. */
  problems: z.array(words).check(z.maxLength(20)),
})
export type ManifestFacts = z.infer<typeof ManifestFacts>

/**
 * The content credentials (C2PA) of a file. For `read`, the whole report is in the file `OUTPUT_NAME`. `elsewhere`:
 * the file contains only the URL of its credentials, which is never fetched. `tooLarge`: they exceed
 * `CREDENTIALS_MAX_BYTES`, and the reader was not started.
 */
const CredentialsFacts = z.object({
  outcome: z.enum(['none', 'read', 'unreadable', 'elsewhere', 'tooLarge']),
  /** The file's own manifest first, then those of its ingredients. */
  manifests: z.array(ManifestFacts).check(z.maxLength(16)),
  manifestsCount: count,
})
export type CredentialsFacts = z.infer<typeof CredentialsFacts>

const CaptionFacts = z.object({
  /** Name of a WebVTT file in the folder of the stream. */
  fileName: name.check(z.regex(/^[\w-][\w.-]*$/)),
  /** BCP 47 language tag, or `null` if the file does not state a language. */
  language: z.nullable(name),
  /** Label in the list of caption tracks. */
  label: z.string().check(z.maxLength(1_000)),
})
export type CaptionFacts = z.infer<typeof CaptionFacts>

export const results = {
  inspect: VideoFacts,
  'private-data': PrivateDataFacts,
  credentials: CredentialsFacts,
  'manifest-store': CredentialsFacts,
  /** `placeholder` is a thumbhash in base64. */
  poster: z.object({ ...size, placeholder: name }),
  preview: z.object(size),
  stream: z.object({
    /** Largest first. */
    variants: z.array(z.object(size)).check(z.minLength(1), z.maxLength(10)),
    /** Whether the largest variant consists of the original's own frames. */
    isTopCopied: z.boolean(),
    captions: z.array(CaptionFacts).check(z.maxLength(100)),
  }),
  avatar: z.object(size),
  fingerprint: z.object({
    /**
     * Hashed frames in order: the second at which each is shown, and its hash in base64. Frames too plain to be
     * recognised are left out.
     */
    frames: z
      .array(z.tuple([z.number().check(z.nonnegative()), z.string().check(z.regex(/^[A-Za-z0-9+/]{43}=$/))]))
      .check(z.maxLength(FRAMES_MAX)),
  }),
  /** The drafted manifests are in the file `OUTPUT_NAME`, in the order of the request. */
  manifests: z.object({ count }),
  /** The shareable form of the workflow in a file's tags. It is in a JSON file, which is empty if there is none. */
  workflow: z.object({ sizeBytes: count }),
}
export type MediaResults = { [Task in keyof typeof results]: z.infer<(typeof results)[Task]> }
