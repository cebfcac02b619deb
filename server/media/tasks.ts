import type { PrivateKind } from '../../contract/metadata/private-data.ts'

/** What the engine asks of a child process, and what comes back: plain JSON on both ways. */
export interface MediaRequest {
  task: keyof MediaResults
  /** Absolute. */
  filePath: string
  /** A folder from which the child takes its code compiled, where there is one. */
  compiledCode?: string
}

export interface MediaResults {
  inspect: VideoFacts
  'private-data': PrivateDataFacts
  poster: PosterFacts
  preview: PreviewFacts
  stream: StreamFacts
  avatar: AvatarFacts
  fingerprint: FingerprintFacts
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

/** A fingerprint's frames, at most: all of the first 20 s at 30 a second, of longer clips as many. */
export const FRAMES_MAX = 600

/** The name, in the child's working folder, under which a task leaves its file, or its folder of files. */
export const OUTPUT_NAME = 'output'

/** In the folder of a stream: the playlist that players ask for first. */
export const MAIN_PLAYLIST = 'main.m3u8'
/** Likewise, for longer clips: what is shown on scrubbing. */
export const STORYBOARD = 'storyboard.webp'
