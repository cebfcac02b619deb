import { type Box, boxesIn, lengthOf } from './boxes.ts'
import { judge } from '../classify.ts'
import type { Collector } from '../collector.ts'
import { blankTracks, type Fragments, listBoxesInUse, type Track } from './mp4-tracks.ts'
import { freeBox, readMeta, readUserData, readUuid } from './mp4-tags.ts'

const words = (list: string) => new Set(list.split(' '))
/** Boxes that contain other boxes. */
const parents = words('moov trak mdia minf stbl dinf mvex moof traf')
/** Standard boxes of the file, of a film and of a track. Other boxes are a camera's own and are removed. */
const known = {
  file: words('ftyp styp mdat imda sidx ssix prft emsg mfra pdin'),
  moov: words('mvhd iods pssh clip ctab prfl leva cmov rmra'),
  trak: words('tkhd edts tref trgr tapt clip matt load imap txas'),
}
/** `stbl` is at depth five. Only a malicious file nests much deeper. */
const DEPTH_MAX = 32

/** Finds private data in all boxes of an MP4 or MOV. */
export async function findInMp4(found: Collector): Promise<void> {
  const walk = new Mp4Walk(found)
  for await (const box of boxesIn(found.reader, 0, found.reader.sizeBytes)) await walk.outermost(box)
  await walk.finish()
}

class Mp4Walk {
  readonly #found: Collector
  readonly #tracks: Track[] = []
  readonly #fragments: Fragments = { moofs: [], sampleBytes: new Map() }
  /** Boxes whose content is unused, unless a track's index refers to it. */
  readonly #loose: Box[] = []
  #depth = 0

  constructor(found: Collector) {
    this.#found = found
  }

  async outermost(box: Box): Promise<void> {
    if (box.type === 'moof') this.#fragments.moofs.push(box)
    if (await this.#readAnywhere(box)) return
    if (!known.file.has(box.type)) this.#loose.push(box)
  }

  async finish(): Promise<void> {
    await blankTracks(this.#found, this.#tracks, this.#fragments)
    // The index may place a track's samples anywhere, even in a box that is otherwise unused.
    const inUse = await listBoxesInUse(this.#found.reader, this.#tracks, this.#loose)
    for (const box of this.#loose) if (!inUse.has(box)) await this.#blankLoose(box)
  }

  /** Blanks a box but keeps its type. Programs that know the type then find an empty box. */
  async #blankLoose(box: Box): Promise<void> {
    if (box.type === 'PICT' || box.type === 'pnot') return freeBox(this.#found, box, ['attachment'])
    await this.#found.blank(['note'], box.body, lengthOf(box))
  }

  async #children(parent: Box, track?: Track): Promise<void> {
    if (this.#depth === DEPTH_MAX) return
    this.#depth++
    for await (const box of boxesIn(this.#found.reader, parent.body, parent.end)) {
      // Only `mdia` has the handler that names the kind of the track. The one in `minf` says how samples are found.
      if (track && parent.type === 'mdia' && box.type === 'hdlr')
        track.handler = await this.#found.reader.text(box.body + 8, 4)
      if (track && (box.type === 'vmhd' || box.type === 'smhd')) track.isMedia = true
      if (await this.#readAnywhere(box, track)) continue
      const knownHere = parent.type === 'moov' ? known.moov : parent.type === 'trak' ? known.trak : undefined
      if (['free', 'skip', ''].includes(box.type)) await this.#found.blank(['note'], box.body, lengthOf(box))
      else if (knownHere && !knownHere.has(box.type)) await freeBox(this.#found, box, ['note'])
    }
    this.#depth--
  }

  /** Reads a box that may be anywhere. @returns Whether the box was recognised, and so needs no further reading. */
  async #readAnywhere(box: Box, track?: Track): Promise<boolean> {
    const { type } = box
    const found = this.#found
    if (type === 'trak') {
      const next: Track = { id: 0, handler: '', isMedia: false, boxes: new Map() }
      this.#tracks.push(next)
      await this.#children(box, next)
    } else if (parents.has(type)) await this.#children(box, track)
    else if (type === 'udta') await readUserData(found, box)
    else if (type === 'meta') await readMeta(found, box)
    else if (type === 'uuid') await readUuid(found, box)
    else if (type === 'jumb') found.noteCredentials(lengthOf(box))
    else if (type === 'mvhd' || type === 'tkhd' || type === 'mdhd') await this.#readHeader(box, track)
    else if (type === 'hdlr') await this.#readHandler(box)
    else if (type === 'dref') await this.#readReferences(box)
    else if (track && /^st(sd|sz|z2|co|sc)$|^co64$/.test(type)) track.boxes.set(type, box)
    else if (type === 'trex') await this.#readDefaults(box)
    else return false
    return true
  }

  /**
   * Reads a header, which consists of version, flags and two times. In a track's header, the track's number follows.
   */
  async #readHeader({ type, body }: Box, track?: Track): Promise<void> {
    const version = (await this.#found.reader.bytes(body, 1))[0]
    const length = version === 1 ? 16 : 8
    await this.#found.blank(['date'], body + 4, length)
    const rest = await this.#found.reader.view(body + 4 + length, 4)
    if (track && type === 'tkhd' && rest.byteLength === 4) track.id = rest.getUint32(0)
  }

  async #readDefaults({ body }: Box): Promise<void> {
    const view = await this.#found.reader.view(body + 4, 16)
    if (view.byteLength === 16) this.#fragments.sampleBytes.set(view.getUint32(0), view.getUint32(12))
  }

  /** Reads a handler. Its name is at the end. */
  async #readHandler(box: Box): Promise<void> {
    const { reader } = this.#found
    const verdict = judge('handler_name', await reader.text(box.body + 24, Math.min(65_536, lengthOf(box) - 24)))
    if (verdict !== 'keep') await this.#found.blank(verdict.kinds, box.body + 24, lengthOf(box) - 24)
  }

  /** Removes the name or alias of other files. All samples are in this file. */
  async #readReferences({ body, end }: Box): Promise<void> {
    for await (const box of boxesIn(this.#found.reader, body + 8, end)) {
      await this.#found.blank(['path'], box.body + 4, lengthOf(box) - 4)
    }
  }
}
