import { vi } from 'vitest'

/** Makes the end of each list visible as soon as it is rendered, as in a tall window. */
export function showListEnds(): void {
  vi.stubGlobal('IntersectionObserver', ListEnd)
}

class ListEnd {
  readonly #onChange: (entries: { isIntersecting: boolean }[]) => void

  constructor(onChange: (entries: { isIntersecting: boolean }[]) => void) {
    this.#onChange = onChange
  }

  observe(): void {
    queueMicrotask(() => this.#onChange([{ isIntersecting: true }]))
  }

  disconnect(): void {}
}
