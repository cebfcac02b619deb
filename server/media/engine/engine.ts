import { readFile, rename, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, resolve } from 'node:path'
import type { Edit } from '../../../contract/media/metadata/private-data.ts'
import { runInChild } from './child/child-process.ts'
import type { Turn } from './child/turns.ts'
import type {
  AvatarFacts,
  CredentialsFacts,
  FingerprintFacts,
  MediaRequest,
  MediaResults,
  PosterFacts,
  PreviewFacts,
  PrivateDataFacts,
  StreamFacts,
  VideoFacts,
} from '../tasks.ts'
import { readEdits } from '../inspect/private-data.ts'

export type {
  ActionFacts,
  CaptionFacts,
  CredentialsFacts,
  ManifestFacts,
  FingerprintFacts,
  PosterFacts,
  PreviewFacts,
  PrivateDataFacts,
  StreamFacts,
  TagFacts,
  VideoFacts,
} from '../tasks.ts'
export { MAIN_PLAYLIST, STORYBOARD } from '../tasks.ts'
export { TooSlowError, unreadable, UnreadableVideoError } from '../unreadable-video.ts'
export { inTurn, jobTurn, type Turn } from './child/turns.ts'

export interface MediaOptions {
  /**
   * Aborts the work at once: the child is killed, its files are removed, and the promise rejects with the signal's
   * reason.
   */
  signal?: AbortSignal
  /** Maximum run time of the child in milliseconds, not counting the wait for a turn. */
  timeoutMs?: number
  /** The turn of the request or job that waits for the child. By default the child waits for a turn of its own. */
  turn?: Turn
}

const INSPECT_TIMEOUT_MS = 30_000
const CREDENTIALS_TIMEOUT_MS = { least: 20_000, perGigabyte: 60_000 }
const POSTER_TIMEOUT_MS = 30_000
const PREVIEW_TIMEOUT_MS = 180_000
const STREAM_TIMEOUT_MS = 30 * 60_000
const AVATAR_TIMEOUT_MS = 20_000
const FINGERPRINT_TIMEOUT_MS = 20 * 60_000

export interface InspectOptions extends MediaOptions {
  /** Parent of the child's working folder. */
  workFolder?: string
}

export type InspectedVideo = VideoFacts & { edits: Edit[] }

/**
 * Measures a video file and checks that its first frame decodes. The file is untrusted, so a child process with limits
 * opens it, and only it.
 *
 * @throws {UnreadableVideoError} With a sentence for the creator, if the file is not a displayable video.
 * @throws {TooSlowError} If the result takes too long.
 */
export async function inspectVideo(filePath: string, options: InspectOptions = {}): Promise<InspectedVideo> {
  const { facts, edits } = await look('inspect', filePath, options, ({ privateData }) => privateData)
  return { ...facts, edits }
}

/**
 * Finds hidden data in a video file that viewers do not see, and the edits that remove it.
 *
 * @throws {UnreadableVideoError} If it cannot be removed.
 * @throws {TooSlowError} If the result takes too long.
 */
export async function findPrivateData(
  filePath: string,
  options: InspectOptions = {},
): Promise<PrivateDataFacts & { edits: Edit[] }> {
  const { facts, edits } = await look('private-data', filePath, options, (found) => found)
  return { ...facts, edits }
}

export interface CredentialsOptions extends InspectOptions {
  /** The operator's certificates in PEM that may vouch for signers. */
  operatorAnchors?: string | undefined
}

export type CheckedCredentials = CredentialsFacts & {
  /** The reader's whole report, JSON of at most 1 MB, or empty if there is none. */
  report: string
}

/**
 * Checks the content credentials of a file: its signers, and whether the file is unchanged since signing. It runs in
 * its own child, so that credentials that keep the reader busy do not fail the clip.
 *
 * @throws {UnreadableVideoError} If they are too complex for the reader.
 * @throws {TooSlowError} If it takes longer than files of this size need.
 */
export function checkCredentials(filePath: string, options: CredentialsOptions = {}): Promise<CheckedCredentials> {
  return readCredentials('credentials', filePath, options)
}

/**
 * Looks up again which trust lists contain the signers. It does not compare the file, so `isBound` and the problems
 * that concern the file's bytes are meaningless.
 *
 * @throws {UnreadableVideoError} As above.
 */
export function lookUpSigners(filePath: string, options: CredentialsOptions = {}): Promise<CheckedCredentials> {
  return readCredentials('manifest-store', filePath, options)
}

/** The name of a file in the child's working folder. */
export const OPERATOR_ANCHORS = 'anchors.pem'

async function readCredentials(
  task: 'credentials' | 'manifest-store',
  filePath: string,
  { turn, signal, timeoutMs, workFolder = tmpdir(), operatorAnchors }: CredentialsOptions,
): Promise<CheckedCredentials> {
  const { least, perGigabyte } = CREDENTIALS_TIMEOUT_MS
  const { size } = await stat(filePath)
  let report = ''
  const facts = await runInChild(
    { task, filePath: resolve(filePath), ...(operatorAnchors && { operatorAnchors: OPERATOR_ANCHORS }) },
    {
      turn,
      signal,
      timeoutMs: timeoutMs ?? least + perGigabyte * (size / 1e9),
      folderFor: workFolder,
      ...(operatorAnchors && { input: { name: OPERATOR_ANCHORS, text: operatorAnchors } }),
      keep: async (reportPath) => {
        report = await readFile(reportPath, 'utf8')
      },
    },
  )
  return { ...facts, report }
}

/** Reads a reply with the edits that the child left in a file. */
async function look<Task extends 'inspect' | 'private-data'>(
  task: Task,
  filePath: string,
  { turn, signal, timeoutMs = INSPECT_TIMEOUT_MS, workFolder = tmpdir() }: InspectOptions,
  privateDataIn: (facts: MediaResults[Task]) => PrivateDataFacts,
): Promise<{ facts: MediaResults[Task]; edits: Edit[] }> {
  const request: MediaRequest & { task: Task } = { task, filePath: resolve(filePath) }
  let edits: Edit[] = []
  const keep = async (editsPath: string, facts: MediaResults[Task]) => {
    const { size: fileSizeBytes } = await stat(filePath)
    edits = await readEdits(editsPath, { fileSizeBytes, ...privateDataIn(facts) })
  }
  const facts = await runInChild<Task>(request, { turn, signal, timeoutMs, folderFor: workFolder, keep })
  return { facts, edits }
}

/**
 * Writes the first displayed frame as WebP, at most 720 px wide, so that a player that starts does not flash.
 *
 * @param outPath Appears complete or not at all. Its folder must exist.
 * @throws {UnreadableVideoError} With a sentence for the creator.
 */
export function renderPoster(filePath: string, outPath: string, options: MediaOptions = {}): Promise<PosterFacts> {
  return render('poster', filePath, outPath, { timeoutMs: POSTER_TIMEOUT_MS, ...options })
}

/**
 * Writes a silent, small MP4 of the first 30 s for the feed: H.264, at most 480 px on the short side and 30 fps, about
 * 420 kbit/s at most, fast start, rotation applied, without the original's metadata.
 *
 * @param outPath Appears complete or not at all. Its folder must exist.
 * @throws {UnreadableVideoError} With a sentence for the creator.
 */
export function renderPreview(filePath: string, outPath: string, options: MediaOptions = {}): Promise<PreviewFacts> {
  return render('preview', filePath, outPath, { timeoutMs: PREVIEW_TIMEOUT_MS, ...options })
}

/**
 * Writes a CMAF stream with HLS playlists for the video page: up to 1080 pixels on the short side, smaller variants
 * with key frames at the same times, one file with byte ranges per variant; AAC audio; without the original's metadata.
 * If browsers can play the original's frames and these are small enough, they are copied for the top variant. The child
 * runs at a low priority.
 *
 * @param outPath A folder that appears complete or not at all. It contains `MAIN_PLAYLIST`, for longer clips also
 *   `STORYBOARD`, and the file of each caption track; the playlists name their files without a folder. Its parent must
 *   exist.
 * @throws {UnreadableVideoError} With a sentence for the creator.
 */
export function renderStream(filePath: string, outPath: string, options: MediaOptions = {}): Promise<StreamFacts> {
  return render('stream', filePath, outPath, { timeoutMs: STREAM_TIMEOUT_MS, ...options })
}

/**
 * Writes an uploaded picture as a square WebP of `AVATAR_SIDE` pixels, upright and without metadata.
 *
 * @param outPath Appears complete or not at all. Its folder must exist.
 * @throws {UnreadableVideoError} With a sentence for the uploader, if it is no PNG, JPEG, WebP, GIF or AVIF of an
 *   allowed size.
 * @throws {TooSlowError} If it takes too long.
 */
export function renderAvatar(filePath: string, outPath: string, options: MediaOptions = {}): Promise<AvatarFacts> {
  return render('avatar', filePath, outPath, { timeoutMs: AVATAR_TIMEOUT_MS, ...options })
}

/**
 * Hashes the frames of a rendition in a child of low priority: at most 30 per second and 600 in total.
 *
 * @param workFolder Parent of the child's working folder.
 * @throws {UnreadableVideoError} If no frame decodes.
 */
export function takeFingerprint(
  filePath: string,
  workFolder: string,
  { turn, signal, timeoutMs = FINGERPRINT_TIMEOUT_MS }: MediaOptions = {},
): Promise<FingerprintFacts> {
  const request = { task: 'fingerprint', filePath: resolve(filePath) } as const
  return runInChild(request, { turn, signal, timeoutMs, folderFor: workFolder })
}

function render<Task extends 'poster' | 'preview' | 'stream' | 'avatar'>(
  task: Task,
  filePath: string,
  outPath: string,
  { turn, signal, timeoutMs }: MediaOptions & { timeoutMs: number },
): Promise<MediaResults[Task]> {
  return runInChild(
    { task, filePath: resolve(filePath) },
    // Next to the result, so that one atomic rename moves it there.
    { turn, signal, timeoutMs, folderFor: dirname(resolve(outPath)), keep: (produced) => rename(produced, outPath) },
  )
}
