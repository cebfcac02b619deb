import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import * as z from 'zod/mini'
import { log } from '../../errors/log.ts'
import type { ManifestDraft, ManifestsRequest } from '../tasks.ts'
import { unreadable } from '../unreadable-video.ts'
import { type CredentialsOptions, runInChild } from './child/child-process.ts'
import { credentialsTimeoutMs } from './engine.ts'

/**
 * Drafts manifests (C2PA) for files that were made from an original. The drafts lack only their signatures. The
 * drafting child has no key, because it reads an untrusted file.
 *
 * @returns One draft per file, in order.
 * @throws {UnreadableVideoError} If the original is too complex for the reader.
 * @throws {TooSlowError} If it takes longer than files of this size need.
 */
export async function draftManifests(
  originalPath: string,
  request: ManifestsRequest,
  options: CredentialsOptions = {},
): Promise<ManifestDraft[]> {
  const filePaths = request.filePaths.map((path) => resolve(path))
  return runInChild(
    { task: 'manifests', filePath: resolve(originalPath), manifests: { ...request, filePaths } },
    {
      // The original is read once per file.
      timeoutMs: (await credentialsTimeoutMs(originalPath)) * filePaths.length,
      ...options,
      keep: async (draftsPath) => readDrafts(await readFile(draftsPath, 'utf8'), filePaths.length),
    },
  )
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
    log.error('A media child left invalid drafts of manifests')
    throw unreadable('crashing')
  }
}
