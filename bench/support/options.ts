/** Returns the value of the option `--name=value`. */
export function option(name: string): string | undefined {
  return process.argv.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3)
}

/** Whether `--full` was given, for measurements at full size. */
export const isFull = process.argv.includes('--full')
