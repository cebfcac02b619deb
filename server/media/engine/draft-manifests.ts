import { readFile, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { resolve } from 'node:path'
import * as z from 'zod/mini'
import type { ManifestDraft, ManifestsRequest } from '../tasks.ts'
import { unreadable } from '../unreadable-video.ts'
import { runInChild } from './child/child-process.ts'
import { type CredentialsOptions, OPERATOR_ANCHORS } from './engine.ts'

/** Milliseconds per byte of each file. The original is read once per file. */
const TIMEOUT_MS = { least: 20_000, perGigabyte: 60_000 }

/**
 * Drafts signed manifests (C2PA), which lack only their signatures, for files that were made from an original. The
 * drafting child has no key, because it reads an untrusted file.
 *
 * @returns One draft per file, in order.
 * @throws {UnreadableVideoError} If the original is too complex for the reader.
 * @throws {TooSlowError} If it takes longer than files of this size need.
 */
export async function draftManifests(
  originalPath: string,
  request: ManifestsRequest,
  { turn, signal, timeoutMs, workFolder = tmpdir(), operatorAnchors }: CredentialsOptions = {},
): Promise<ManifestDraft[]> {
  const filePaths = request.filePaths.map((path) => resolve(path))
  const { size } = await stat(originalPath)
  let drafts: ManifestDraft[] = []
  await runInChild(
    {
      task: 'manifests',
      filePath: resolve(originalPath),
      manifests: { ...request, filePaths },
      ...(operatorAnchors && { operatorAnchors: OPERATOR_ANCHORS }),
    },
    {
      turn,
      signal,
      timeoutMs: timeoutMs ?? (TIMEOUT_MS.least + TIMEOUT_MS.perGigabyte * (size / 1e9)) * filePaths.length,
      folderFor: workFolder,
      ...(operatorAnchors && { input: { name: OPERATOR_ANCHORS, text: operatorAnchors } }),
      keep: async (draftsPath) => {
        drafts = readDrafts(await readFile(draftsPath, 'utf8'), filePaths.length)
      },
    },
  )
  return drafts
}

const base64 = (maxLength: number) => z.base64().check(z.minLength(1), z.maxLength(maxLength))
const shape = z.array(z.tuple([base64(1_000_000), base64(100_000)]))

/** Validates the drafts, because a file may have taken over the child. */
function readDrafts(json: string, count: number): ManifestDraft[] {
  try {
    const drafts = shape.check(z.length(count)).parse(JSON.parse(json))
    return drafts.map(([manifest, claim]) => ({
      manifest: Buffer.from(manifest, 'base64'),
      claim: Buffer.from(claim, 'base64'),
    }))
  } catch {
    console.error('A media child left drafts of manifests that are none')
    throw unreadable('crashing')
  }
}
