/** Tolerance for frames that are slightly too close because timestamps are rounded. */
const LENIENCE = 0.9

/**
 * Creates a function that says which frames to keep to stay below a maximum rate. Steady rates of 60, 50 or 120 frames
 * a second become a steady 30, 25 or 30. Frames of an unsteady rate keep their timestamps. A required frame is always
 * kept if its time is later than that of the last kept frame.
 *
 * @param maxRate Frames per second.
 */
export function paceFrames(maxRate: number): (seconds: number, isRequired: boolean) => boolean {
  let lastSeconds = -Infinity
  return (seconds, isRequired) => {
    const gap = seconds - lastSeconds
    if (gap <= 0 || (gap < LENIENCE / maxRate && !isRequired)) return false
    lastSeconds = seconds
    return true
  }
}
