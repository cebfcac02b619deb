import { readFile } from 'node:fs/promises'
import { PREVIEW_SECONDS_MAX } from '../../../media/encode/preview-limits.ts'
import { objectAt } from '../../../objects/object-address.ts'
import type { Deps } from '../../../setup/deps.ts'

export interface Rendered {
  durationSeconds: number
  status: 'processing' | 'ready' | 'failed'
  previewId: string | null
  streamId: string | null
  streamFailure: string | null
}

/**
 * Returns the smallest file that shows a whole clip: its preview, or the smallest variant of its stream.
 *
 * @returns The object's id; `null` if there will never be such a file, `undefined` while it is being made.
 */
export async function renditionToRead(
  { storage }: Pick<Deps, 'storage'>,
  { durationSeconds, status, previewId, streamId, streamFailure }: Rendered,
): Promise<string | null | undefined> {
  if (status === 'failed') return null
  if (previewId && durationSeconds <= PREVIEW_SECONDS_MAX) return previewId
  if (streamId) return smallestVariant({ storage }, streamId)
  // Without a stream, only the first seconds are available.
  return streamFailure === null ? undefined : previewId
}

async function smallestVariant({ storage }: Pick<Deps, 'storage'>, mainId: string): Promise<string | null> {
  const main = await storage.withFile(mainId, (path) => readFile(path, 'utf8'))
  const variants = [...main.matchAll(/^#EXT-X-STREAM-INF:.*RESOLUTION=(\d+)x(\d+).*\n(.+)$/gm)]
  const [smallest] = variants.toSorted((a, b) => Number(a[1]) * Number(a[2]) - Number(b[1]) * Number(b[2]))
  const playlistId = objectAt(smallest?.[3])?.id
  if (!playlistId) return null
  const playlist = await storage.withFile(playlistId, (path) => readFile(path, 'utf8'))
  return objectAt(/^#EXT-X-MAP:URI="([^"]+)"/m.exec(playlist)?.[1])?.id ?? null
}
