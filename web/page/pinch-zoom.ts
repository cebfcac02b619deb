import { useEventValue } from './use-event-value.ts'

/** Whether the viewer has enlarged the page with two fingers. One finger then moves the enlarged page. */
export function isPinchZoomed(): boolean {
  // happy-dom has no `visualViewport`.
  return (globalThis.visualViewport?.scale ?? 1) > 1
}

export function usePinchZoomed(): boolean {
  return useEventValue(globalThis.visualViewport ?? document, 'resize', isPinchZoomed)
}
