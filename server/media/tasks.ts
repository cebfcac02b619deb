import type { MediaResults } from './results.ts'

/** A request to a media child, sent as JSON. */
export interface MediaRequest {
  task: keyof MediaResults
  /** Absolute path. */
  filePath: string
  /** For a poster: the moment of its frame in seconds. Without it, the task finds a frame. */
  coverAt?: number | undefined
  /** Input of the task `manifests`. */
  manifests?: ManifestsRequest
}

export type MediaReply =
  | { result: MediaResults[keyof MediaResults] }
  /** A sentence for the creator, because the file is at fault. */
  | { refused: string }
  /** A message for the log, because the server or the machine is at fault. */
  | { crashed: string }

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

/**
 * A C2PA manifest stored next to its file, and the claim to sign. The manifest has `SIGNATURE_BLANK`s in place of the
 * signature. The child that drafts it cannot sign it, because a child that reads an untrusted file has no key.
 */
export interface ManifestDraft {
  manifest: Buffer
  claim: Buffer
}

export const SIGNATURE_BLANK = 0xb1

/** Maximum bytes of a file that gets a manifest, because the library reads it into memory more than once. */
export const SIGNED_MAX_BYTES = 50 * 1024 ** 2

/** Maximum number of frames of a fingerprint: 20 s at 30 frames a second. Frames of longer clips are further apart. */
export const FRAMES_MAX = 600

/**
 * Line that a child writes to its standard error after loading its code and before opening its file. On standard
 * output, a server that is updated while it runs would take the line for a reply.
 */
export const STARTED = 'Media child started\n'

/** File in the child's working folder with the operator's certificates (PEM). These may vouch for signers. */
export const OPERATOR_ANCHORS = 'anchors.pem'

/** Name of a task's output file or folder in the child's working folder. */
export const OUTPUT_NAME = 'output'

/** File in a stream's folder: the main playlist, which players request first. */
export const MAIN_PLAYLIST = 'main.m3u8'
/** File in a stream's folder, for longer clips only: the pictures shown while seeking. */
export const STORYBOARD = 'storyboard.webp'
