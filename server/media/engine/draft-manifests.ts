import { readFile, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { resolve } from 'node:path'
import * as z from 'zod/mini'
import type { ManifestDraft, ManifestsRequest } from '../tasks.ts'
import { unreadable } from '../unreadable-video.ts'
import { runInChild } from './child/child-process.ts'
import { type CredentialsOptions, OPERATOR_ANCHORS } from './engine.ts'

/** Of each file. The original is read for each. */
const TIMEOUT_MS = { least: 20_000, perGigabyte: 60_000 }

/**
 * Drafts manifests (C2PA) for files that were made of an original, each of which lacks only its signature. In a child that
 * has no key, because it reads what somebody has written into their file.
 *
 * @returns One for each file, in order.
 * @throws {UnreadableVideoError} If the original is too much for the reader.
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

/** A file that has taken a child over could have written them. */
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
