/**
 * Frees the memory of bytes that are no longer needed. Otherwise the garbage collector does it and scans the whole heap
 * for every few dozen megabytes that arrive: half of the cost of an upload. Bytes that share their memory are left to
 * the collector.
 */
export function freeMemory(bytes: Buffer): void {
  if (bytes.length === bytes.buffer.byteLength) (bytes.buffer as ArrayBuffer).transfer(0)
}
