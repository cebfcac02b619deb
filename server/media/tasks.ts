import type { PrivateKind } from '../../contract/media/metadata/private-data.ts'
import type { ProvenanceClaim, TrustListName } from '../../contract/videos/provenance.ts'

/** Requests to a media child and its replies, both plain JSON. */
export interface MediaRequest {
  task: keyof MediaResults
  /** Absolute path. */
  filePath: string
  /** File in the working folder with the operator's certificates in PEM, which may vouch for signers. */
  operatorAnchors?: string
  /** Input of the task of that name. */
  manifests?: ManifestsRequest
  /** Folder with the compiled code of the child, if it exists. */
  compiledCode?: string
}

export interface MediaResults {
  inspect: VideoFacts
  'private-data': PrivateDataFacts
  credentials: CredentialsFacts
  'manifest-store': CredentialsFacts
  poster: PosterFacts
  preview: PreviewFacts
  stream: StreamFacts
  avatar: AvatarFacts
  fingerprint: FingerprintFacts
  manifests: ManifestsFacts
  workflow: WorkflowFacts
}

export type MediaReply =
  | { result: MediaResults[keyof MediaResults] }
  /** The file is at fault. A sentence for the creator. */
  | { refused: string }
  /** The server or the machine is at fault. A text for the log. */
  | { crashed: string }

/** `width` and `height` are display pixels: after rotation and sample aspect ratio. */
export interface VideoFacts {
  width: number
  height: number
  /** End of the last frame or audio in seconds. More than 0, at most a day. */
  durationSeconds: number
  /** `'avc'`, `'hevc'`, `'vp8'`, `'vp9'`, `'av1'`, `'prores'`, or else FFmpeg's name. */
  videoCodec: string
  audioCodec: string | null
  /** Number of tracks that a player could show, not counting cover pictures. */
  videoTracksCount: number
  /** Average frames per second. */
  frameRate: number | null
  /** Number of frames, if known without reading the whole file. */
  framesCount: number | null
  /** Degrees clockwise by which the stored frame must be rotated for display. Already applied to width and height. */
  rotation: 0 | 90 | 180 | 270
  /** Whether current browsers play the original, so that it can be listed before its renditions exist. */
  playsInBrowsers: boolean
  /** The media type to store and serve it with. */
  contentType: string
  privateData: PrivateDataFacts
  tags: TagFacts[]
  /** Whether the file names a URL of its content credentials instead of holding them. */
  namesCredentials: boolean
}

/**
 * The content credentials (C2PA) of a file. For `read`, the whole report is in a file under `OUTPUT_NAME`. `elsewhere`:
 * the file names a URL of its credentials, which is never fetched. `tooLarge`: they exceed `CREDENTIALS_MAX_BYTES`, and
 * the reader was not started.
 */
export interface CredentialsFacts {
  outcome: 'none' | 'read' | 'unreadable' | 'elsewhere' | 'tooLarge'
  /** The file's own manifest first, then those of its ingredients. */
  manifests: ManifestFacts[]
  manifestsCount: number
}

/** A signed manifest. Texts are verbatim, at most 200 characters. */
export interface ManifestFacts {
  id: string
  title: string | null
  generator: string | null
  signer: string | null
  signedAt: string | null
  list: TrustListName | null
  /** Whether the signature is valid. */
  isSigned: boolean
  /** Whether the file's bytes are those that were signed. */
  isBound: boolean
  relationship: string | null
  depth: number
  actions: ActionFacts[]
  /** Status codes of C2PA. */
  problems: string[]
}

export interface ActionFacts {
  action: string
  sourceType: string | null
  tool: string | null
  model: string | null
}

/** A field of the container whose purpose is to say how the file was made. */
export interface TagFacts {
  field: string
  says: ProvenanceClaim | null
  tool: string | null
  /** At most 500 characters, or `null` for private values. */
  value: string | null
}

/** Hidden data of a file that its viewers do not see. The edits that remove it are in a file under `OUTPUT_NAME`. */
export interface PrivateDataFacts {
  kinds: PrivateKind[]
  /** Whether the file holds content credentials (C2PA), whose signature every edit breaks. */
  holdsCredentials: boolean
  /** Number of bytes to overwrite. */
  changedBytes: number
}

export interface PosterFacts {
  width: number
  height: number
  /** A thumbhash, base64. */
  placeholder: string
}

export interface PreviewFacts {
  width: number
  height: number
}

export interface StreamFacts {
  /** Largest first. */
  variants: { width: number; height: number }[]
  /** Whether the largest variant consists of the original's own frames. */
  isTopCopied: boolean
  captions: CaptionFacts[]
}

export interface CaptionFacts {
  /** Name of a WebVTT file in the folder of the stream. */
  fileName: string
  /** BCP 47 language tag, or `null` if the file does not state a language. */
  language: string | null
  /** Label in the list of caption tracks. */
  label: string
}

export interface AvatarFacts {
  width: number
  height: number
}

export interface FingerprintFacts {
  /**
   * Hashed frames in order: the second at which each is shown, and its hash in base64. Frames too plain to be
   * recognised are left out.
   */
  frames: [seconds: number, hash: string][]
}

/** Files to draft manifests for. They were made from the original, which the request names. */
export interface ManifestsRequest {
  /** Absolute paths of MP4 files, each up to `SIGNED_MAX_BYTES`. */
  filePaths: string[]
  /** Version of this program. */
  version: string
  originalType: string
  /** Whether the original's credentials are included. Otherwise the original is only named. */
  readsOriginal: boolean
  /** Whether we removed data from the original, which broke its signature. */
  isCleaned: boolean
  signatureBytes: number
}

/** The drafts are in a file under `OUTPUT_NAME`, in the order of the request. */
export interface ManifestsFacts {
  count: number
}

/**
 * A C2PA manifest that is stored next to its file. It has a placeholder of `SIGNATURE_BLANK`s instead of the signature,
 * and the claim to sign. The child that reads an untrusted file has no key.
 */
export interface ManifestDraft {
  manifest: Buffer
  claim: Buffer
}

export const SIGNATURE_BLANK = 0xb1

/** Maximum bytes of a file that gets a manifest, because the library reads it into memory more than once. */
export const SIGNED_MAX_BYTES = 50 * 1024 ** 2

/** The shareable form of the workflow in a file's tags. It is in a JSON file, which is empty if there is none. */
export interface WorkflowFacts {
  sizeBytes: number
}

/**
 * Maximum number of frames of a fingerprint: all of the first 20 s at 30 frames a second, and the same number for
 * longer clips.
 */
export const FRAMES_MAX = 600

/**
 * Line that a child writes to its standard error after loading its code and before opening its file. It does not use
 * standard output, which a server that is updated while running would take for a reply.
 */
export const STARTED = 'Media child started\n'

/** Name of a task's output file or folder in the child's working folder. */
export const OUTPUT_NAME = 'output'

/** File in a stream's folder: the main playlist, which players request first. */
export const MAIN_PLAYLIST = 'main.m3u8'
/** File in the stream's folder of longer clips: the pictures shown while seeking. */
export const STORYBOARD = 'storyboard.webp'
