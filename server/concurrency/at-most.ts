/**
 * Returns the options with which an `LRUCache` keeps at most `count` entries. Its option `max` would reserve memory for
 * all of them at once, which takes megabytes and milliseconds at the start.
 */
export function atMost(count: number) {
  return { maxSize: count, sizeCalculation: () => 1 }
}
