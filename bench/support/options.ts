const value = { type: 'string' } as const

/** The options of the benchmarks. Each benchmark documents its own. */
export const options = {
  /** For measurements at full size. */
  full: { type: 'boolean' },
  at: value,
  clips: value,
  film: value,
  from: value,
  keep: value,
  minutes: value,
  only: value,
  rounds: value,
  with: value,
} as const

/** Returns the value of the option `--name=value`. */
export function option(name: Exclude<keyof typeof options, 'full'>): string | undefined {
  return process.argv.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3)
}

/** Whether `--full` was given. */
export const isFull = process.argv.includes('--full')
