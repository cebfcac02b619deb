import { containsLocation } from '../classify.ts'
import type { Collector } from '../collector.ts'

/** Maximum size of a cue. No valid cue is longer: a sample of tx3g has at most 64 KiB of text. */
const CUE_MAX_BYTES = 65_536

interface Cue {
  offset: number
  sizeBytes: number
  containsLocation: boolean
}

/**
 * A text track. Drones write their position into subtitles. If at least half of the cues contain a place, the whole
 * track is telemetry and is removed. Otherwise only these cues are removed.
 */
export class TextTrack {
  readonly #found: Collector
  readonly #cues: Cue[] = []
  #telling = 0
  #saying = 0

  constructor(found: Collector) {
    this.#found = found
  }

  async add({ offset, sizeBytes }: { offset: number; sizeBytes: number }): Promise<void> {
    const text = (await this.#found.reader.text(offset, Math.min(sizeBytes, CUE_MAX_BYTES))).replaceAll('\0', '')
    // In MP4 a cue may be followed by an empty sample, which ends it.
    if (text.length <= 2) return
    const isPrivate = containsLocation(text) || sizeBytes > CUE_MAX_BYTES
    this.#saying++
    if (isPrivate) this.#telling++
    this.#cues.push({ offset, sizeBytes, containsLocation: isPrivate })
  }

  async blank(): Promise<void> {
    if (this.#telling === 0) return
    const isTelemetry = this.#telling * 2 >= this.#saying
    for (const { offset, sizeBytes, containsLocation: isPrivate } of this.#cues) {
      if (isTelemetry || isPrivate) await this.#found.blank(['measurements', 'place'], offset, sizeBytes)
    }
  }
}
