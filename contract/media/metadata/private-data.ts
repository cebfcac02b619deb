/**
 * The most content credentials (C2PA) of a file that are read. Cameras and generators write 5–41 kB. Larger ones could keep
 * the reader busy for minutes.
 */
export const CREDENTIALS_MAX_BYTES = 2 ** 20

/** What a file may tell that its viewers do not see, in the words of the upload page and in its order. */
export const privateKinds = {
  place: 'The place where it was filmed',
  measurements: 'Measurements taken while filming',
  person: 'Names of people',
  device: 'The camera or program',
  date: 'Dates',
  secret: 'What looks like a secret key',
  path: 'Names of files on your computer',
  workflow: 'The workflow',
  prompt: 'The prompt',
  model: 'Names of models',
  attachment: 'Pictures and other files inside the video',
  note: 'Comments and other notes',
} as const

export type PrivateKind = keyof typeof privateKinds

/** Some bytes of a file to overwrite; all others stay where and what they are. */
export interface Edit {
  offset: number
  sizeBytes: number
  /** What takes their place begins so (hex); zeros, or `fill`, follow. */
  start?: string
  fill?: number
}

export interface PrivateData {
  edits: Edit[]
  kinds: PrivateKind[]
  /** Whether the file holds content credentials (C2PA), whose seal each change breaks. */
  holdsCredentials: boolean
  /** The size of all credentials, wherever they are in the file. */
  credentialsBytes: number
  /** Where those of an MP4 or MOV are. */
  credentialsAt?: { offset: number; sizeBytes: number }
}
