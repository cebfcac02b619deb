/** Formats a size, such as '12.3 GB' or '7 MB'. */
export function sizeInWords(bytes: number): string {
  return bytes < 1024 ** 3 ? `${Math.ceil(bytes / 1024 ** 2)} MB` : `${(bytes / 1024 ** 3).toFixed(1)} GB`
}

/** Formats a number of things, such as '1 file' or '1,204 files'. @param name The singular. */
export function counted(count: number, name: string): string {
  return `${count.toLocaleString('en')} ${name}${count === 1 ? '' : 's'}`
}
