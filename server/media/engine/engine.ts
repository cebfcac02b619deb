import { readFile, rename, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { Edit } from '../../../contract/media/private-data/private-data.ts'
import { type CredentialsOptions, type MediaOptions, runInChild, type Running } from './child/child-process.ts'
import type { CredentialsFacts, MediaResults, PrivateDataFacts, VideoFacts } from '../results.ts'
import type { MediaRequest } from '../tasks.ts'
import { readEdits } from './read-edits.ts'

export type {
  CaptionFacts,
  CredentialsFacts,
  ManifestFacts,
  PrivateDataFacts,
  TagFacts,
  VideoFacts,
} from '../results.ts'
export { MAIN_PLAYLIST, STORYBOARD } from '../tasks.ts'
export { ifUnreadable, TooSlowError, unreadable, UnreadableVideoError } from '../unreadable-video.ts'
export type { MediaOptions } from './child/child-process.ts'
export { inTurn, jobTurn, TooManyWaitingError } from './child/turns.ts'

type RenderOptions = MediaOptions & Pick<MediaRequest, 'coverAt'>

const TIMEOUT_MS = {
  inspect: 30_000,
  'private-data': 30_000,
  workflow: 30_000,
  poster: 30_000,
  preview: 180_000,
  stream: 30 * 60_000,
  avatar: 20_000,
  fingerprint: 20 * 60_000,
}

export type InspectedVideo = VideoFacts & { edits: Edit[] }

/**
 * Measures a video file and checks that its first frame decodes. The file is untrusted. A child process with limits
 * opens it, and can open no other file.
 *
 * @throws {UnreadableVideoError} With a sentence for the creator, if the file is not a displayable video.
 * @throws {TooSlowError} If the result takes too long.
 */
export function inspectVideo(filePath: string, options: MediaOptions = {}): Promise<InspectedVideo> {
  return run('inspect', filePath, options, async (editsPath, facts) => ({
    ...facts,
    edits: await readEdits(editsPath, filePath, facts.privateData),
  }))
}

/**
 * Finds data that viewers of a video file do not see, and the edits that remove it.
 *
 * @throws {UnreadableVideoError} If it cannot be removed.
 * @throws {TooSlowError} If the result takes too long.
 */
export function findPrivateData(
  filePath: string,
  options: MediaOptions = {},
): Promise<PrivateDataFacts & { edits: Edit[] }> {
  return run('private-data', filePath, options, async (editsPath, facts) => ({
    ...facts,
    edits: await readEdits(editsPath, filePath, facts),
  }))
}

type CheckedCredentials = CredentialsFacts & {
  /** The reader's whole report, JSON of at most 1 MB, or empty if there is none. */
  report: string
}

/**
 * Checks the content credentials of a file: its signers, and whether the file is unchanged since signing. It runs in
 * its own child. Credentials that keep the reader busy then do not fail the clip.
 *
 * @throws {UnreadableVideoError} If they are too complex for the reader.
 * @throws {TooSlowError} If it takes longer than files of this size need.
 */
export const checkCredentials = credentialsReader('credentials')

/**
 * Looks up again which trust lists contain the signers. It does not compare the file, so `isBound` and the problems
 * that concern the file's bytes are meaningless.
 *
 * @throws {UnreadableVideoError} As for `checkCredentials`.
 */
export const lookUpSigners = credentialsReader('manifest-store')

function credentialsReader(task: 'credentials' | 'manifest-store') {
  return async (filePath: string, options: CredentialsOptions = {}): Promise<CheckedCredentials> =>
    runInChild(
      { task, filePath: resolve(filePath) },
      {
        timeoutMs: await credentialsTimeoutMs(filePath),
        ...options,
        keep: async (reportPath, facts) => ({ ...facts, report: await readFile(reportPath, 'utf8') }),
      },
    )
}

/** Returns the maximum time for reading the credentials of a file of this size, in milliseconds. */
export async function credentialsTimeoutMs(filePath: string): Promise<number> {
  const { size } = await stat(filePath)
  return 20_000 + 60_000 * (size / 1e9)
}

/**
 * Returns the shareable form of the workflow in a file's tags (ComfyUI's, Wan2GP's), without secret keys and local
 * folders.
 *
 * @returns JSON of at most 256 kB, or an empty string if there is no shareable workflow.
 * @throws {UnreadableVideoError} If its tags are too complex for the reader; `TooSlowError` if the result takes too
 *   long.
 */
export function readWorkflow(filePath: string, options: MediaOptions = {}): Promise<string> {
  return run('workflow', filePath, options, (workflowPath) => readFile(workflowPath, 'utf8'))
}

/**
 * Writes one frame as WebP, at most 720 px wide and 80 kB. It is the frame at `coverAt`, or else the first displayed
 * frame, so that a starting player does not flash. For a clip that fades in or starts blank, it writes a later frame.
 */
export const renderPoster = renderer('poster')

/**
 * Writes a silent, small MP4 of the first 30 s for the feed: H.264, at most 480 px on the short side, at most 30 fps,
 * and at most 450 kB for ten seconds. Fast start (index first), rotation applied, without the original's metadata.
 */
export const renderPreview = renderer('preview')

/**
 * Writes a CMAF stream with HLS playlists for the video page, with AAC audio and without the original's metadata. The
 * largest variant has up to 1080 pixels on the short side. Smaller variants have key frames at the same times. Each
 * variant is one file, which players read in byte ranges. If browsers can play the original's frames and these are
 * small enough, they are copied for the top variant. The child runs at a low priority. The result is a folder with
 * `MAIN_PLAYLIST` and the file of each caption track. Longer clips also get `STORYBOARD`. Playlists contain only the
 * names of their files.
 */
export const renderStream = renderer('stream')

/**
 * Writes an uploaded picture (PNG, JPEG, WebP, GIF or AVIF) as a square WebP of `AVATAR_SIDE` pixels. The result is
 * upright and has no metadata.
 */
export const renderAvatar = renderer('avatar')

/**
 * Hashes the frames of a rendition, at most 30 per second and 600 in total. The child has low priority.
 *
 * @throws {UnreadableVideoError} If no frame decodes.
 */
export function takeFingerprint(filePath: string, options: MediaOptions = {}): Promise<MediaResults['fingerprint']> {
  return run('fingerprint', filePath, options)
}

/**
 * Returns a function that writes a file or a folder at `outPath`, completely or not at all. Its parent must exist. The
 * function throws an `UnreadableVideoError` with a sentence for the uploader, or a `TooSlowError` if it takes too long.
 */
function renderer<Task extends 'poster' | 'preview' | 'stream' | 'avatar'>(task: Task) {
  return (filePath: string, outPath: string, options: RenderOptions = {}): Promise<MediaResults[Task]> => {
    // The child works in a folder next to the result, so that one atomic rename moves the result into place.
    const workFolder = dirname(resolve(outPath))
    return run(task, filePath, { ...options, workFolder }, async (produced, facts) => {
      await rename(produced, outPath)
      return facts
    })
  }
}

function run<Task extends keyof typeof TIMEOUT_MS, Kept = MediaResults[Task]>(
  task: Task,
  filePath: string,
  { coverAt, ...options }: RenderOptions,
  keep?: Running<Task, Kept>['keep'],
): Promise<Kept> {
  return runInChild({ task, filePath: resolve(filePath), coverAt }, { timeoutMs: TIMEOUT_MS[task], ...options, keep })
}
