import { readFileSync } from 'node:fs'
import { SourceMap, type SourceMapping, type SourceMapPayload } from 'node:module'
import { fileURLToPath } from 'node:url'
import { LRUCache } from 'lru-cache'

/** The source frames of bundle frames. Reading a map takes 0.2 s, so frames are kept, not maps. */
const known = new LRUCache<string, string>({ max: 1_000 })

/** Returns the frames of a stack with places in the source instead of in the bundle (scripts/serve/build-server.ts). */
export function sourceFrames(frames: readonly string[]): string[] {
  const maps = new Map<string, SourceMap | undefined>()
  return frames.map((frame) => {
    const [place, url, line, column] = /(file:\/\/\S+\/dist\/[\w./-]+\.js):(\d+):(\d+)/.exec(frame) ?? []
    if (!place || !url) return frame
    const kept = known.get(frame)
    if (kept) return kept
    if (!maps.has(url)) maps.set(url, readMap(url))
    const entry = maps.get(url)?.findEntry(Number(line) - 1, Number(column) - 1)
    const found = entry && 'originalSource' in entry ? frame.replace(place, placeIn(entry, url)) : frame
    known.set(frame, found)
    return found
  })
}

function placeIn({ originalSource, originalLine, originalColumn }: SourceMapping, url: string): string {
  return `${new URL(originalSource, url).href}:${originalLine + 1}:${originalColumn + 1}`
}

/** Reads the map of a file. An incomplete one counts as missing, because an error must not prevent its own log. */
function readMap(url: string): SourceMap | undefined {
  try {
    return new SourceMap(JSON.parse(readFileSync(`${fileURLToPath(url)}.map`, 'utf8')) as SourceMapPayload)
  } catch {
    return undefined
  }
}
