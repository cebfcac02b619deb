import type { Readable, Writable } from 'node:stream'
import type { Edit } from '../../contract/media/private-data/private-data.ts'
import { DAY_MS } from '../../contract/time.ts'

/** First and last byte, both included. */
export interface ByteRange {
  start: number
  end: number
}

/**
 * The place where bytes are stored. Keys are UUIDs made by the server (`objects.id`), never chosen by a client. An
 * object appears only when it is whole and durable, and never changes once it is published.
 */
export interface Storage {
  /**
   * Writes `source` as it arrives, without holding it in memory.
   *
   * @param maxBytes Counted as bytes arrive, whatever a header claimed.
   * @returns The number of bytes written.
   * @throws {ObjectExistsError} If the key is taken: an object is never replaced.
   * @throws {ObjectTooLargeError} If `source` has more than `maxBytes`. A failure leaves nothing behind.
   */
  write(key: string, source: Readable, limits: { maxBytes: number }): Promise<{ sizeBytes: number }>

  /**
   * Appends to the arrived part of an object. It stays invisible until `complete`. Bytes that arrived are kept and
   * durable, even when `source` fails. One call per key at a time.
   *
   * @param source May free the memory of a piece when the next one is requested.
   */
  append(key: string, source: AsyncIterable<Buffer>): Promise<void>

  /**
   * Returns how many bytes of an object have arrived by `append`, or the object's size once it is complete. These bytes
   * are durable: a reported offset is still valid after a crash.
   */
  arrivedBytes(key: string): Promise<number>

  /** Turns the arrived part into the object. Calling it twice is harmless. */
  complete(key: string): Promise<void>

  /** Copies a finished local file into the storage. @throws {ObjectExistsError} If the key is taken. */
  writeFile(key: string, filePath: string): Promise<{ sizeBytes: number }>

  /** Overwrites ranges of an unpublished object, durably, to remove private data. Calling it twice is harmless. */
  blank(key: string, edits: Edit[]): Promise<void>

  /**
   * Streams bytes `start` to `end`, both included; fewer where the object ends. Fails with `ENOENT` without an object.
   *
   * @param reply The reply into which the stream is piped, if nothing else reads it. Pieces may then share memory. An
   *   object that ends before `end` is then an error, because the reply has announced its length.
   */
  read(key: string, range: ByteRange, reply?: Writable): Readable

  /** Returns path and query of an address at which another server sends the object to anyone for some minutes. */
  signedPath?(key: string): Promise<string>

  /** Calls `use` with a local path at which the object can be read, for programs that need a file. */
  withFile<T>(key: string, use: (filePath: string) => Promise<T>): Promise<T>

  /**
   * Like `withFile`, for a storage on another server, which may charge for traffic. The file has the object's length,
   * but contains only its first and last megabytes, with zeros between them.
   */
  withEnds?<T>(key: string, use: (filePath: string) => Promise<T>): Promise<T>

  /** Returns size and time of an object; `undefined` if it does not exist. Throws if the storage does not answer. */
  find(key: string): Promise<StoredObject | undefined>

  /** Removes an object or its arrived part. Does nothing if there is none. */
  remove(key: string): Promise<void>

  /** Removes several objects. Fails if one cannot be removed; others may be removed nevertheless. */
  removeMany(keys: string[]): Promise<void>

  /** Lists every object in the order of its key as text. */
  list(): AsyncIterable<ListedObject>

  /** Lists the arrived bytes of each incomplete object, by its key. */
  partSizes(): Promise<Map<string, number>>

  /** Removes leftovers of writes that a crash interrupted long ago. Cheap to call often. */
  removeLeftovers(): Promise<void>

  /** Throws if the storage does not answer at the moment. */
  check(): Promise<void>
}

export interface StoredObject {
  sizeBytes: number
  writtenAt: Date
}

export interface ListedObject extends StoredObject {
  key: string
}

/** Milliseconds after which an upload is no longer in use: its address is valid for a day. */
export const LEFT_OVER_AFTER_MS = 2 * DAY_MS

export class ObjectTooLargeError extends Error {}

export class ObjectExistsError extends Error {}
