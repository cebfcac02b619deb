/**
 * Maximum size of content credentials (C2PA) that are read. Cameras and generators write 5–41 kB. Larger ones could
 * keep the reader busy for minutes.
 */
export const CREDENTIALS_MAX_BYTES = 2 ** 20

/** Kinds of data in a file that viewers do not see, with their labels, in the order of the upload page. */
export const privateKinds = {
  place: 'Filming location',
  measurements: 'Camera measurements',
  person: 'Names of people',
  device: 'Camera or software',
  date: 'Dates',
  secret: 'Possible secret keys',
  path: 'File names on your computer',
  workflow: 'The workflow',
  prompt: 'The prompt',
  model: 'Names of models',
  attachment: 'Pictures and other files inside the video',
  note: 'Comments and other notes',
} as const

export type PrivateKind = keyof typeof privateKinds

/** A range of a file to overwrite. The rest of the file stays unchanged. */
export interface Edit {
  offset: number
  sizeBytes: number
  /** The first bytes to write (hex). The rest of the range is filled with `fill`, by default zeros. */
  start?: string
  fill?: number
}

export interface PrivateData {
  edits: Edit[]
  kinds: PrivateKind[]
  /** Whether the file holds content credentials (C2PA), whose signature every change breaks. */
  holdsCredentials: boolean
  /** Total size of all credentials in the file. */
  credentialsBytes: number
  /** Location of the credentials in an MP4 or MOV. */
  credentialsAt?: { offset: number; sizeBytes: number }
}
