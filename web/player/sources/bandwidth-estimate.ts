/** With a bandwidth of this multiple of a size's bit rate, hls.js chooses that size. The multiple includes a margin. */
const BANDWIDTH_RESERVE = 2

/** Bandwidths, in bits per second. */
interface Bandwidths {
  /** The estimate of hls.js, which averages over seconds of loading. */
  estimate: number
  /** The bandwidths at which the last two segments were loaded, latency included. */
  lastTwo: readonly [number, number]
  /** The bit rate of the largest size. */
  largestBitrate: number
}

/**
 * Returns a better estimate of the bandwidth than that of hls.js. After a slow period, hls.js would need ten fast
 * segments to notice the recovery, so two in a row are believed. After a much higher estimate it would need several
 * segments to notice that the network has become slow, so the estimate does not exceed what the largest size needs.
 */
export function correctEstimate({ estimate, lastTwo, largestBitrate }: Bandwidths): number {
  return Math.min(BANDWIDTH_RESERVE * largestBitrate, Math.max(estimate, Math.min(...lastTwo)))
}
