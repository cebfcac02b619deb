import { tellsPlace } from '../classify.ts'
import type { Collector } from '../collector.ts'

/** No cue is longer; a sample of tx3g has at most 64 KiB of text. */
const CUE_MAX_BYTES = 65_536

interface Cue {
  offset: number
  sizeBytes: number
  tellsPlace: boolean
}

/**
 * A track of text. Drones write where they are into subtitles: if half of its cues tell a place, all of it is telemetry;
 * otherwise those cues go that do.
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
    // In MP4 every other one may be empty: it ends a cue.
    if (text.length <= 2) return
    const isTelling = tellsPlace(text) || sizeBytes > CUE_MAX_BYTES
    this.#saying++
    if (isTelling) this.#telling++
    this.#cues.push({ offset, sizeBytes, tellsPlace: isTelling })
  }

  async blank(): Promise<void> {
    if (this.#telling === 0) return
    const isTelemetry = this.#telling * 2 >= this.#saying
    for (const { offset, sizeBytes, tellsPlace: isTelling } of this.#cues) {
      if (isTelemetry || isTelling) await this.#found.blank(['measurements', 'place'], offset, sizeBytes)
    }
  }
}
