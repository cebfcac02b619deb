/** Returns a duration as players show it: `0:05`, `12:30`, `1:02:03`. */
export function clock(seconds: number): string {
  const whole = Math.floor(seconds)
  const [hours, minutes] = [Math.floor(whole / 3_600), Math.floor(whole / 60) % 60]
  const parts = hours > 0 ? [hours, pad(minutes), pad(whole % 60)] : [minutes, pad(whole % 60)]
  return parts.join(':')
}

function pad(part: number): string {
  return String(part).padStart(2, '0')
}
