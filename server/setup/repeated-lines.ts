/** Milliseconds within which a repeated line is written once. */
const WINDOW_MS = 60_000

interface Window {
  leftOut: number
  /** Writes the last line that was left out, with the number of lines that were left out. */
  write(leftOut: number): void
}

/**
 * Decides which lines of a log are written: the first of several equal lines, and a minute later, if there were others,
 * the last one with the number of those left out.
 */
export class RepeatedLines {
  readonly #windows = new Map<string, Window>()

  /**
   * @param key Equal for lines with the same meaning.
   * @param write Writes the line. With a number, it says how many others were left out.
   */
  add(key: string, write: (leftOut: number) => void): void {
    const window = this.#windows.get(key)
    if (window) {
      window.leftOut++
      window.write = write
      return
    }
    write(0)
    this.#open(key, { leftOut: 0, write })
  }

  #open(key: string, window: Window): void {
    this.#windows.set(key, window)
    setTimeout(() => this.#close(key, window), WINDOW_MS).unref()
  }

  #close(key: string, { leftOut, write }: Window): void {
    this.#windows.delete(key)
    if (leftOut === 0) return
    write(leftOut)
    this.#open(key, { leftOut: 0, write })
  }
}
