// Browser APIs that Chromium has and TypeScript's DOM types lack.

interface LayoutShift extends PerformanceEntry {
  readonly value: number
  /** Whether the user had just pressed something. The shift is then expected. */
  readonly hadRecentInput: boolean
  readonly sources: readonly {
    readonly node: Node | null
    readonly previousRect: DOMRectReadOnly
    readonly currentRect: DOMRectReadOnly
  }[]
}

interface PerformanceObserverInit {
  /** Shortest duration of reported events, in milliseconds. */
  durationThreshold?: number
}

interface HTMLMediaElement {
  captureStream(): MediaStream
}
