const units = ['bytes', 'KB', 'MB', 'GB', 'TB', 'PB']

/** Returns a size in steps of 1,024: `1 byte`, `12.3 MB`, `1.0 TB`. */
export function formatBytes(bytes: number): string {
  if (bytes === 1) return '1 byte'
  let [size, unit] = [bytes, 0]
  // A larger value would be rounded to 1024.0.
  while (size >= 1_023.95 && unit < units.length - 1) [size, unit] = [size / 1_024, unit + 1]
  return `${unit === 0 ? size : size.toFixed(1)} ${units[unit]}`
}
