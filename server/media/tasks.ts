import type { PrivateKind } from '../../contract/media/metadata/private-data.ts'
import type { ProvenanceSays, TrustListName } from '../../contract/videos/provenance.ts'

/** What the engine asks of a child process, and what comes back: plain JSON on both ways. */
export interface MediaRequest {
  task: keyof MediaResults
  /** Absolute. */
  filePath: string
  /** Certificates in PEM, of the operator, who may vouch for signers: the name of a file in the working folder. */
  operatorAnchors?: string
  /** For the task of that name. */
  manifests?: ManifestsRequest
  /** A folder from which the child takes its code compiled, where there is one. */
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
  /** The file is at fault; a sentence for the creator. */
  | { refused: string }
  /** We are at fault, or the machine; for the log. */
  | { crashed: string }

/** `width` and `height` are display pixels: after rotation and sample aspect ratio. */
export interface VideoFacts {
  width: number
  height: number
  /** When the last frame or audio ends. More than 0, at most a day. */
  durationSeconds: number
  /** `'avc'`, `'hevc'`, `'vp8'`, `'vp9'`, `'av1'`, `'prores'`, else FFmpeg's name for it. */
  videoCodec: string
  audioCodec: string | null
  /** How many tracks a player could show, cover pictures not included. */
  videoTracksCount: number
  /** Average frames a second. */
  frameRate: number | null
  /** As far as the file tells without being read to its end. */
  framesCount: number | null
  /** Degrees clockwise by which the stored frame must be turned to be shown. Already applied to width and height. */
  rotation: 0 | 90 | 180 | 270
  /** Whether the file as it is plays in the browsers of the day, so that it can be on the wall before its renditions. */
  playsInBrowsers: boolean
  /** The media type to store and serve it with. */
  contentType: string
  privateData: PrivateDataFacts
  tags: TagFacts[]
  /** Whether it names an address where its content credentials are, instead of holding them. */
  namesCredentials: boolean
}

/**
 * The content credentials (C2PA) of a file. Of those that are `read` the whole report is left in a file, under
 * `OUTPUT_NAME`. `elsewhere`: the file names an address for them, which is never asked. `tooLarge`: they are larger than
 * `CREDENTIALS_MAX_BYTES`, and the reader was not started.
 */
export interface CredentialsFacts {
  outcome: 'none' | 'read' | 'unreadable' | 'elsewhere' | 'tooLarge'
  /** The file's own first, then what it was made from. */
  manifests: ManifestFacts[]
  manifestsCount: number
}

/** A signed statement. Texts are as the file has them, at most 200 characters. */
export interface ManifestFacts {
  id: string
  title: string | null
  generator: string | null
  signer: string | null
  signedAt: string | null
  list: TrustListName | null
  /** Whether its signature is right. */
  isSigned: boolean
  /** Whether the bytes of the file are those that it was made for. */
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

/** A field of the container whose meaning is to say how the file was made. */
export interface TagFacts {
  field: string
  says: ProvenanceSays | null
  tool: string | null
  /** At most 500 characters; `null` where it is nobody's business. */
  value: string | null
}

/** What a file tells that its viewers do not see. Where that stands is left in a file, under `OUTPUT_NAME`. */
export interface PrivateDataFacts {
  kinds: PrivateKind[]
  /** Whether the file holds content credentials (C2PA), whose seal each change breaks. */
  holdsCredentials: boolean
  /** How many bytes must be overwritten. */
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
  /** Whether the largest consists of the original's own frames. */
  isTopCopied: boolean
  captions: CaptionFacts[]
}

export interface CaptionFacts {
  /** In the folder of the stream: WebVTT. */
  fileName: string
  /** BCP 47; `null` if the file does not say. */
  language: string | null
  /** What a person chooses it by. */
  label: string
}

export interface AvatarFacts {
  width: number
  height: number
}

export interface FingerprintFacts {
  /** In order, without those too plain to be known again: the second each is shown at, and its hash, base64. */
  frames: [seconds: number, hash: string][]
}

/** What manifests are to be drafted for: files that were made of the one that the request names, the original. */
export interface ManifestsRequest {
  /** Absolute. MP4, up to `SIGNED_MAX_BYTES` each. */
  filePaths: string[]
  /** Of us: the program's version. */
  version: string
  originalType: string
  /** What credentials the original has goes along. Without them it is only named. */
  readsOriginal: boolean
  /** Whether we took something out of the original, which broke its seal. */
  isCleaned: boolean
  signatureBytes: number
}

/** The drafts are left in a file, under `OUTPUT_NAME`, in the order of the request. */
export interface ManifestsFacts {
  count: number
}

/**
 * A manifest (C2PA) of a file beside it. Where its signature goes there is a blank of `SIGNATURE_BLANK`s, behind the claim
 * that is to be signed: the key is not in the child that read somebody's file.
 */
export interface ManifestDraft {
  manifest: Buffer
  claim: Buffer
}

export const SIGNATURE_BLANK = 0xb1

/** Of a file that gets a manifest: the library takes it into memory as a whole, more than once. */
export const SIGNED_MAX_BYTES = 50 * 1024 ** 2

/** What others may have of the workflow in a file's tags. It is left in a file, as JSON, which is empty if there is none. */
export interface WorkflowFacts {
  sizeBytes: number
}

/** A fingerprint's frames, at most: all of the first 20 s at 30 a second, of longer clips as many. */
export const FRAMES_MAX = 600

/**
 * A child writes this to its standard error once its code is loaded, before it opens its file. Not to its standard output:
 * a server that runs while it is updated would take it for a reply.
 */
export const STARTED = 'Media child started\n'

/** The name, in the child's working folder, under which a task leaves its file, or its folder of files. */
export const OUTPUT_NAME = 'output'

/** In the folder of a stream: the playlist that players ask for first. */
export const MAIN_PLAYLIST = 'main.m3u8'
/** Likewise, for longer clips: what is shown on scrubbing. */
export const STORYBOARD = 'storyboard.webp'
