import { containsLocation } from '../classify.ts'
import type { Collector } from '../collector.ts'
import type { Run } from './mp4-fragments.ts'

/** Maximum size of a cue. No valid cue is longer: a sample of tx3g has at most 64 KiB of text. */
const CUE_MAX_BYTES = 65_536

interface Cue extends Run {
  isPrivate: boolean
}

/**
 * A text track. Drones write their position into subtitles. If at least half of the cues contain a place, the whole
 * track is telemetry and is removed. Otherwise only these cues are removed.
 */
export class TextTrack {
  readonly #found: Collector
  readonly #cues: Cue[] = []

  constructor(found: Collector) {
    this.#found = found
  }

  async add({ offset, sizeBytes }: Run): Promise<void> {
    const text = (await this.#found.reader.text(offset, Math.min(sizeBytes, CUE_MAX_BYTES))).replaceAll('\0', '')
    // In MP4 a cue may be followed by an empty sample, which ends it.
    if (text.length <= 2) return
    this.#cues.push({ offset, sizeBytes, isPrivate: containsLocation(text) || sizeBytes > CUE_MAX_BYTES })
  }

  async blank(): Promise<void> {
    const privateCues = this.#cues.filter(({ isPrivate }) => isPrivate)
    const isTelemetry = privateCues.length * 2 >= this.#cues.length
    for (const { offset, sizeBytes } of isTelemetry ? this.#cues : privateCues) {
      await this.#found.blank(['measurements', 'place'], offset, sizeBytes)
    }
  }
}
