// What Chromium's pages have beyond TypeScript's own types of the DOM.

interface LayoutShift extends PerformanceEntry {
  readonly value: number
  /** Whether a person had just pressed something: then a shift is no surprise. */
  readonly hadRecentInput: boolean
  readonly sources: readonly {
    readonly node: Node | null
    readonly previousRect: DOMRectReadOnly
    readonly currentRect: DOMRectReadOnly
  }[]
}

interface PerformanceObserverInit {
  /** Of events: the shortest that are told of, in milliseconds. */
  durationThreshold?: number
}

interface HTMLMediaElement {
  captureStream(): MediaStream
}
