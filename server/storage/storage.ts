import type { Readable } from 'node:stream'

/**
 * Where bytes live. Keys are UUIDs made by the server (`objects.id`), never anything that a client chose.
 * An object appears only when it is whole and durable, and never changes once it is shown.
 */
export interface Storage {
  /**
   * Writes `source` as it arrives, without holding it in memory.
   *
   * @param maxBytes Counted as they come, whatever a header claimed.
   * @returns The number of bytes written.
   * @throws {ObjectExistsError} If the key is taken: an object is never replaced.
   * @throws {ObjectTooLargeError} Past `maxBytes`. On this and any other failure nothing is left behind.
   */
  write(key: string, source: Readable, limits: { maxBytes: number }): Promise<{ sizeBytes: number }>

  /**
   * Adds what comes to the part of an object that has arrived so far. Nothing of it is seen before `complete`. What came
   * is kept and durable, also when `source` fails. One call a key at a time.
   *
   * @param source What it has given is done with when it is asked for more: it may free that memory.
   */
  append(key: string, source: AsyncIterable<Buffer>): Promise<void>

  /**
   * How many bytes of an object have arrived by `append`; all of them, once it is complete. They are durable: what was
   * told here is there after a crash.
   */
  arrivedBytes(key: string): Promise<number>

  /** Makes the part that has arrived the object. Doing it twice is harmless. */
  complete(key: string): Promise<void>

  /**
   * Copies a finished file of this machine into storage.
   *
   * @throws {ObjectExistsError} If the key is taken.
   */
  writeFile(key: string, filePath: string): Promise<{ sizeBytes: number }>

  /**
   * Overwrites parts of an object, durably, as long as nobody has been shown it: what must not be shown. Doing it twice is
   * harmless.
   */
  blank(key: string, parts: BlankedPart[]): Promise<void>

  /**
   * Streams bytes `start` to `end`, both included; fewer where the object ends. Errors with `ENOENT` if there is no such
   * object.
   */
  read(key: string, range: { start: number; end: number }): Readable

  /**
   * Of storage on another server: path and query of an address at which that gives an object to whoever asks, for some
   * minutes.
   */
  signedPath?(key: string): Promise<string>

  /** Calls `use` with a path on this machine at which the object can be read, for programs that need a file. */
  withFile<T>(key: string, use: (filePath: string) => Promise<T>): Promise<T>

  /**
   * Of storage on another server, which may want money for each byte: the same with a file as long as the object, of which
   * the first and the last megabytes are there, and zeros in between.
   */
  withEnds?<T>(key: string, use: (filePath: string) => Promise<T>): Promise<T>

  /** What is known of an object without reading it; `undefined` if there is none. Throws if storage cannot tell. */
  find(key: string): Promise<StoredObject | undefined>

  /** Removes an object, or what has arrived of it. Removing what is not there is fine. */
  remove(key: string): Promise<void>

  /** The same for many, one after another or at once. One that cannot be removed fails the call, not the others. */
  removeMany(keys: string[]): Promise<void>

  /** Every object in storage, by their keys as text. */
  list(): AsyncIterable<ListedObject>

  /** What has been written so far of each object that is not whole yet, in bytes by its key. */
  partSizes(): Promise<Map<string, number>>

  /** Removes what writes have left that a crash cut off long ago. Cheap to call often. */
  removeLeftovers(): Promise<void>

  /** Throws if storage cannot be written or read just now. */
  check(): Promise<void>
}

export interface BlankedPart {
  offset: number
  sizeBytes: number
  /** What stands there then begins so, in hexadecimal digits; the rest is zeros, or `fill`. */
  start?: string
  fill?: number
}

export interface StoredObject {
  sizeBytes: number
  writtenAt: Date
}

export interface ListedObject extends StoredObject {
  key: string
}

/** Nothing of an upload is in use any more after this: its address is good for a day. */
export const LEFT_OVER_AFTER_MS = 2 * 24 * 60 * 60 * 1000

export class ObjectTooLargeError extends Error {}

export class ObjectExistsError extends Error {}
