/**
 * Frees the memory of bytes that nobody needs any more. By itself that is the collector's work, and it looks through the
 * whole heap for every few dozen megabytes that come in from outside: half of what an upload costs. Bytes that share
 * their memory with others are left to it.
 */
export function freeMemory(bytes: Buffer): void {
  if (bytes.length === bytes.buffer.byteLength) (bytes.buffer as ArrayBuffer).transfer(0)
}
