import { existsSync, readFileSync } from 'node:fs'
import { SourceMap, type SourceMapPayload } from 'node:module'
import { fileURLToPath } from 'node:url'
import { LRUCache } from 'lru-cache'

/** Frames of the bundle and what they are in the source. Reading a map takes 0.2 s, so frames are kept, not maps. */
const known = new LRUCache<string, string>({ max: 1_000 })

/** Returns the frames of a stack with places in the source instead of in the bundle (scripts/serve/build-server.ts). */
export function sourceFrames(frames: readonly string[]): string[] {
  const maps = new Map<string, SourceMap | undefined>()
  return frames.map((frame) => {
    const [place, url, line, column] = /(file:\/\/\S+\/dist\/[\w/-]+\.js):(\d+):(\d+)/.exec(frame) ?? []
    if (!place || !url) return frame
    const kept = known.get(frame)
    if (kept) return kept
    if (!maps.has(url)) maps.set(url, readMap(url))
    const entry = maps.get(url)?.findEntry(Number(line) - 1, Number(column) - 1)
    if (!entry || !('originalSource' in entry)) return frame
    const { originalSource, originalLine, originalColumn } = entry
    const found = frame.replace(place, `${new URL(originalSource, url).href}:${originalLine + 1}:${originalColumn + 1}`)
    known.set(frame, found)
    return found
  })
}

function readMap(url: string): SourceMap | undefined {
  const file = `${fileURLToPath(url)}.map`
  return existsSync(file) ? new SourceMap(JSON.parse(readFileSync(file, 'utf8')) as SourceMapPayload) : undefined
}
