import type { Video, VideoDetail } from '../../../../contract/videos/videos.ts'
import { PublicJson, ReadyJson } from '../../../http/replies/ready-json.ts'
import { SharedItem } from '../../../http/replies/shared-page.ts'
import type { Details } from './present-video.ts'

/** A video as visitors see it. Pages share it, so that a changed count changes on all of them. */
export class CachedVideo extends SharedItem<Video> {
  /** Whether lists may show the video. */
  isListed: boolean
  /** The fields of the video's own page, and the time when they were read. Absent until the page is requested. */
  details?: { fields: Details; loadedAt: number }
  /**
   * The JSON of the video's own page, the reply for visitors (after their first request), and the version of the video.
   */
  #ready: { json: string; forVisitors?: PublicJson; version: number } | undefined

  constructor(fields: Video, isListed: boolean) {
    super(fields)
    this.isListed = isListed
  }

  /** @param own Fields that differ for the viewer. Most viewers have none and share the JSON. */
  detailForViewer(own?: Partial<VideoDetail>): ReadyJson {
    return new ReadyJson(own ? JSON.stringify({ ...this.#detail(), ...own }) : this.#readyNow().json)
  }

  detailForVisitors(): PublicJson {
    const ready = this.#readyNow()
    return (ready.forVisitors ??= new PublicJson(ready.json))
  }

  #detail() {
    return { ...this.fields, ...this.details?.fields }
  }

  #readyNow() {
    const { version } = this
    if (this.#ready?.version !== version) this.#ready = { json: JSON.stringify(this.#detail()), version }
    return this.#ready
  }
}
