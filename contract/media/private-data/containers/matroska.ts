import { judge, VALUE_READ_BYTES } from '../classify.ts'
import type { Collector } from '../collector.ts'
import { CRC_32, type Element, elementAt, makeVoid, readChildren, VOID } from './ebml.ts'
import type { PrivateKind } from '../private-data.ts'
import { TextTrack } from './text-track.ts'

const ids = {
  segment: 0x18538067,
  info: 0x1549a966,
  tracks: 0x1654ae6b,
  cluster: 0x1f43b675,
  attachments: 0x1941a469,
  chapters: 0x1043a770,
  tags: 0x1254c367,
  attachedFile: 0x61a7,
  tag: 0x7373,
  simpleTag: 0x67c8,
  tagName: 0x45a3,
  tagString: 0x4487,
  trackEntry: 0xae,
  trackNumber: 0xd7,
  trackType: 0x83,
  codecId: 0x86,
  blockGroup: 0xa0,
  block: 0xa1,
  simpleBlock: 0xa3,
} as const

/** Fields of `Info` and of tracks that are either kept or removed, depending on their content. */
const named = new Map([
  [0x7ba9, 'title'],
  [0x4d80, 'encoder'],
  [0x5741, 'encoder'],
  [0x536e, 'name'],
  [0x85, 'title'],
])
/** Fields that are removed: dates, names of this file and its neighbours, and settings and addresses of an encoder. */
const removed = new Map<number, PrivateKind>([
  [0x4461, 'date'],
  [0x7384, 'path'],
  [0x3c83ab, 'path'],
  [0x3e83bb, 'path'],
  [0x3a9697, 'note'],
  [0x3b4040, 'note'],
])
/** Editions, chapters and chapter names. */
const chapterParents = new Set([0x45b9, 0xb6, 0x80])
const [SUBTITLES, MEASUREMENTS] = [0x11, 0x21]
const DEPTH_MAX = 8
const SCAN_BYTES = 1024 * 1024
const outermost = [ids.segment, ids.info, ids.tracks, ids.cluster, ids.attachments, ids.chapters, ids.tags]

/** Finds private data in a WebM or Matroska file. */
export async function findInMatroska(found: Collector): Promise<void> {
  await new MatroskaWalk(found).run()
}

class MatroskaWalk {
  readonly #found: Collector
  /** Text tracks by number; `undefined` for a track of measurements. */
  readonly #texts = new Map<number, TextTrack | undefined>()
  /** Checksums of segments and clusters. */
  readonly #checksums: Element[] = []

  constructor(found: Collector) {
    this.#found = found
  }

  /**
   * Reads the file in one pass. The children of segments, and where needed of clusters, are read like top-level
   * elements.
   */
  async run(): Promise<void> {
    const { reader } = this.#found
    for (let at = 0; at < reader.sizeBytes;) {
      const element = await elementAt(reader, at, reader.sizeBytes)
      if (!element) at = await this.#nextKnown(at + 1)
      else at = (await this.#read(element)) ? element.end : element.body
    }
    for (const text of this.#texts.values()) await text?.blank()
    if (this.#found.editsCount > 0) for (const checksum of this.#checksums) makeVoid(this.#found, checksum, [])
  }

  /** Reads an element. @returns Whether its children can be skipped. */
  async #read(element: Element): Promise<boolean> {
    const { id, isUnsized, body, end } = element
    const found = this.#found
    if (id === ids.segment) return false
    if (id === ids.cluster || id === ids.blockGroup) return !isUnsized && this.#texts.size === 0
    if (isUnsized) return false
    if (id === CRC_32) this.#checksums.push(element)
    if (id === ids.block || id === ids.simpleBlock) await this.#readBlock(element)
    else if (id === VOID) await found.blank(['note'], body, end - body)
    else if (id === ids.info) await readChildren(found, element, (child) => this.#readNamed(child))
    else if (id === ids.tracks) await readChildren(found, element, (child) => this.#readTrack(child))
    else if (id === ids.chapters) await this.#readChapters(element, 0)
    else if (id === ids.attachments) await readChildren(found, element, (child) => this.#readAttachment(child))
    else if (id === ids.tags) await readChildren(found, element, (tag) => this.#readTags(tag))
    else if (id === ids.tag) await this.#readTags(element)
    else await this.#readNamed(element)
    return true
  }

  /** Finds the next known element after damage, where players also resume. */
  async #nextKnown(from: number): Promise<number> {
    const { reader } = this.#found
    for (let at = from; at < reader.sizeBytes; at += SCAN_BYTES - 3) {
      const bytes = await reader.bytes(at, SCAN_BYTES)
      for (let place = 0; place + 4 <= bytes.length; place++) {
        if (bytes[place]! >>> 4 !== 1) continue
        const id =
          ((bytes[place]! << 24) | (bytes[place + 1]! << 16) | (bytes[place + 2]! << 8) | bytes[place + 3]!) >>> 0
        if (outermost.includes(id as (typeof outermost)[number])) return at + place
      }
    }
    return reader.sizeBytes
  }

  async #readNamed(element: Element): Promise<void> {
    const kind = removed.get(element.id)
    if (kind) return makeVoid(this.#found, element, [kind])
    const name = named.get(element.id)
    if (!name) return
    const verdict = judge(name, await this.#textOf(element))
    if (verdict !== 'keep') await this.#found.blank(verdict.kinds, element.body, element.end - element.body)
  }

  async #readTrack(track: Element): Promise<void> {
    if (track.id !== ids.trackEntry) return
    let [number, type, codec] = [0, 0, '']
    await readChildren(this.#found, track, async (child) => {
      if (child.id === ids.trackNumber) number = await this.#numberOf(child)
      else if (child.id === ids.trackType) type = await this.#numberOf(child)
      else if (child.id === ids.codecId) codec = await this.#textOf(child)
      else await this.#readNamed(child)
    })
    if (type === MEASUREMENTS) this.#texts.set(number, undefined)
    else if (type === SUBTITLES && /^(S_TEXT|D_WEBVTT|S_SSA|S_ASS)/.test(codec)) {
      this.#texts.set(number, new TextTrack(this.#found))
    }
  }

  /** Reads a block, which begins with its track number, a time and flags. */
  async #readBlock({ body, end }: Element): Promise<void> {
    if (this.#texts.size === 0) return
    const [first = 0, second = 0] = await this.#found.reader.bytes(body, 2)
    const isShort = first > 127
    const number = isShort ? first & 127 : ((first & 63) << 8) | second
    if (!this.#texts.has(number)) return
    const offset = body + (isShort ? 4 : 5)
    const text = this.#texts.get(number)
    if (text) await text.add({ offset, sizeBytes: end - offset })
    else await this.#found.blank(['measurements'], offset, end - offset)
  }

  async #readChapters(parent: Element, depth: number): Promise<void> {
    if (depth > DEPTH_MAX) return
    await readChildren(this.#found, parent, async (child) => {
      if (chapterParents.has(child.id)) await this.#readChapters(child, depth + 1)
      else await this.#readNamed(child)
    })
  }

  async #readAttachment(file: Element): Promise<void> {
    if (file.id === ids.attachedFile) makeVoid(this.#found, file, ['attachment'])
  }

  #readTags(tag: Element): Promise<void> {
    return readChildren(this.#found, tag, (child) => this.#readTag(child, 0))
  }

  async #readTag(tag: Element, depth: number): Promise<void> {
    if (tag.id !== ids.simpleTag) return
    let [name, text] = ['', '']
    let value: Element | undefined
    const inner: Element[] = []
    await readChildren(this.#found, tag, async (child) => {
      if (child.id === ids.tagName) name = await this.#textOf(child)
      else if (child.id === ids.tagString) [text, value] = [await this.#textOf(child), child]
      else if (child.id === ids.simpleTag) inner.push(child)
    })
    const verdict = judge(name, text)
    const isTooDeep = depth >= DEPTH_MAX
    if (verdict === 'keep' && !isTooDeep) for (const each of inner) await this.#readTag(each, depth + 1)
    else if (verdict === 'keep' || !verdict.spans || !value) {
      makeVoid(this.#found, tag, verdict === 'keep' ? ['note'] : verdict.kinds)
    } else
      for (const { start, length } of verdict.spans) this.#found.blankText(verdict.kinds, value.body + start, length)
  }

  async #textOf({ body, end }: Element): Promise<string> {
    const text = await this.#found.reader.text(body, Math.min(VALUE_READ_BYTES, end - body))
    return text.replace(/\0+$/, '')
  }

  async #numberOf({ body, end }: Element): Promise<number> {
    return (await this.#found.reader.bytes(body, Math.min(8, end - body))).reduce((all, byte) => all * 256 + byte, 0)
  }
}
