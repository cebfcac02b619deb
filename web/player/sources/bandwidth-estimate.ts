/**
 * hls.js chooses a size if the bandwidth is at least this multiple of the size's bit rate. The multiple includes a
 * margin.
 */
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
 * segments to notice the recovery. Here two in a row are enough. After a high estimate, hls.js would notice a slow
 * network late. The estimate therefore never exceeds the bandwidth that the largest size needs.
 */
export function correctEstimate({ estimate, lastTwo, largestBitrate }: Bandwidths): number {
  return Math.min(BANDWIDTH_RESERVE * largestBitrate, Math.max(estimate, Math.min(...lastTwo)))
}
