import type { Rational } from 'node-av/lib'

/** Converts a timestamp or a duration. @param timeBase Seconds per tick. */
export function secondsOf(ticks: bigint, { num, den }: Rational): number {
  return (Number(ticks) * num) / den
}

/** Returns the nearest tick. @param timeBase Seconds per tick. */
export function ticksOf(seconds: number, { num, den }: Rational): bigint {
  return BigInt(Math.round((seconds * den) / num))
}
