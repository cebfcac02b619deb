import { type ByteReader, hex, TooMuchHiddenDataError } from './byte-reader.ts'
import type { Edit, PrivateData, PrivateKind } from './private-data.ts'

/** Maximum number of edits: enough for a day of telemetry with one value per second. */
const EDITS_MAX = 100_000

/** Collects private data and the edits that remove it. A range that is already blank contains none. */
export class Collector {
  readonly reader: ByteReader
  credentialsBytes = 0
  credentialsAt: PrivateData['credentialsAt']
  readonly #edits: Edit[] = []
  readonly #kinds = new Set<PrivateKind>()

  constructor(reader: ByteReader) {
    this.reader = reader
  }

  get editsCount(): number {
    return this.#edits.length
  }

  /** Plans to overwrite a range with zeros. @returns Whether the range held anything but zeros. */
  async blank(kinds: Iterable<PrivateKind>, offset: number, sizeBytes: number): Promise<boolean> {
    const length = Math.min(sizeBytes, this.reader.sizeBytes - offset)
    if (length <= 0 || (await this.reader.isBlank(offset, length))) return false
    this.note(kinds)
    const last = this.#edits.at(-1)
    if (last && !last.fill && last.offset + last.sizeBytes === offset) last.sizeBytes += length
    else this.add({ offset, sizeBytes: length })
    return true
  }

  /** Plans to overwrite a range with `start` and zeros, even if the range is blank. */
  replace(kinds: Iterable<PrivateKind>, offset: number, sizeBytes: number, start: readonly number[]): void {
    this.note(kinds)
    const length = Math.min(sizeBytes, this.reader.sizeBytes - offset)
    this.add({ offset, sizeBytes: length, start: hex(start.slice(0, length)) })
  }

  /** Plans to overwrite text with spaces, for formats that must stay well-formed. */
  blankText(kinds: Iterable<PrivateKind>, offset: number, sizeBytes: number): void {
    this.note(kinds)
    this.add({ offset, sizeBytes, fill: 32 })
  }

  /** Notes content credentials (C2PA), which stay in the file. */
  noteCredentials(sizeBytes: number): void {
    this.credentialsBytes += sizeBytes
  }

  note(kinds: Iterable<PrivateKind>): void {
    for (const kind of kinds) this.#kinds.add(kind)
  }

  /** Adds an edit. @throws {TooMuchHiddenDataError} If there are too many. */
  add(edit: Edit): void {
    if (this.#edits.push(edit) > EDITS_MAX) throw new TooMuchHiddenDataError()
  }

  /**
   * Returns the findings. If dates are the only private data in a file with content credentials, they stay. The
   * signature contains a date as well, so removing the other dates is not worth breaking the signature.
   */
  result(): PrivateData {
    const { credentialsBytes, credentialsAt } = this
    const holdsCredentials = credentialsBytes > 0
    const kinds = [...this.#kinds]
    const isLeft = holdsCredentials && kinds.every((kind) => kind === 'date')
    const credentials = { holdsCredentials, credentialsBytes, ...(credentialsAt && { credentialsAt }) }
    return { ...credentials, ...(isLeft ? { edits: [], kinds: [] } : { edits: this.#edits, kinds }) }
  }
}
