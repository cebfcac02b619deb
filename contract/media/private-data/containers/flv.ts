import { judge, VALUE_READ_BYTES } from '../classify.ts'
import type { Collector } from '../collector.ts'
import { blankXmp } from '../xmp.ts'

const SCRIPT = 18
const TAG_HEADER_BYTES = 11
const DEPTH_MAX = 8
/** Markers of the types of AMF 0. */
const amf = { number: 0, boolean: 1, string: 2, object: 3, array: 8, end: 9, list: 10, date: 11, long: 12, xml: 15 }
/** Types without a value: null, undefined, and the end of an object. */
const valueless = [5, 6, amf.end]

/** Finds private data in the scripts of an FLV, such as `onMetaData`. A script is a name and values (AMF 0). */
export async function findInFlv(found: Collector): Promise<void> {
  const { reader } = found
  let at = (await reader.view(5, 4)).getUint32(0) + 4
  while (at + TAG_HEADER_BYTES <= reader.sizeBytes) {
    const head = await reader.view(at, TAG_HEADER_BYTES)
    const size = head.getUint32(0) & 0xffffff
    const body = at + TAG_HEADER_BYTES
    if ((head.getUint8(0) & 31) === SCRIPT) await new Script(found, body, body + size).read()
    at = body + size + 4
  }
}

class Script {
  readonly #found: Collector
  readonly #end: number
  #at: number

  constructor(found: Collector, start: number, end: number) {
    this.#found = found
    this.#at = start
    this.#end = Math.min(end, found.reader.sizeBytes)
  }

  async read(): Promise<void> {
    // The name of the script is a value, too; it describes the values that follow.
    this.#at++
    await this.#name()
    while (this.#at < this.#end) await this.#value('', 0)
  }

  async #value(name: string, depth: number): Promise<void> {
    const type = await this.#number(1)
    if (depth > DEPTH_MAX) return this.#giveUp()
    if (type === amf.number) await this.#fixed(name, 8)
    else if (type === amf.boolean) this.#at += 1
    else if (type === amf.date) {
      await this.#found.blank(['date'], this.#at, 8)
      this.#at += 10
    } else if (type === amf.string) await this.#text(name, await this.#number(2))
    else if (type === amf.long || type === amf.xml) await this.#text(name, await this.#number(4))
    else if (type === amf.object) await this.#fields(depth)
    else if (type === amf.array) {
      this.#at += 4
      await this.#fields(depth)
    } else if (type === amf.list) {
      const count = await this.#number(4)
      for (let each = 0; each < count && this.#at < this.#end; each++) await this.#value(name, depth + 1)
    } else if (!valueless.includes(type)) await this.#giveUp()
  }

  async #fields(depth: number): Promise<void> {
    while (this.#at < this.#end) {
      const name = await this.#name()
      if (name === '' && (await this.#found.reader.bytes(this.#at, 1))[0] === amf.end) {
        this.#at++
        return
      }
      await this.#value(name, depth + 1)
    }
  }

  async #fixed(name: string, length: number): Promise<void> {
    if (/lat|lon|lng|gps|altitude/i.test(name)) await this.#found.blank(['place'], this.#at, length)
    this.#at += length
  }

  async #text(name: string, length: number): Promise<void> {
    const start = this.#at
    const sizeBytes = Math.min(length, this.#end - start)
    this.#at = start + sizeBytes
    if (/xmp|xml/i.test(name) && (await blankXmp(this.#found, start, sizeBytes))) return
    const verdict = judge(name, await this.#found.reader.text(start, Math.min(VALUE_READ_BYTES, sizeBytes)))
    if (verdict === 'keep') return
    if (!verdict.spans) await this.#found.blank(verdict.kinds, start, sizeBytes)
    for (const span of verdict.spans ?? []) this.#found.blankText(verdict.kinds, start + span.start, span.length)
  }

  /** Removes the rest of a script that cannot be read. */
  async #giveUp(): Promise<void> {
    await this.#found.blank(['note'], this.#at, this.#end - this.#at)
    this.#at = this.#end
  }

  async #name(): Promise<string> {
    const length = await this.#number(2)
    const name = await this.#found.reader.text(this.#at, Math.min(length, this.#end - this.#at))
    this.#at += length
    return name
  }

  async #number(length: 1 | 2 | 4): Promise<number> {
    const bytes = await this.#found.reader.bytes(this.#at, length)
    this.#at += length
    return bytes.reduce((all, byte) => all * 256 + byte, 0)
  }
}
