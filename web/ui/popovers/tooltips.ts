/** Delay before a tooltip appears. */
const DELAY_MS = 700
const GAP_PX = 8

let tip: HTMLElement | undefined
let waiting: ReturnType<typeof setTimeout> | undefined
/** Whether the shown or pending tooltip belongs to the focused control. */
let isOfFocus = false
/**
 * Whether the user last touched the screen. Browsers also draw the focus ring when a closed sheet returns the focus from
 * its text field. The tooltip would then cover what the user wants to tap next.
 */
let isTouching = false

/**
 * Shows the `data-tooltip` of a control after the pointer or the keyboard focus has rested on it. Screen readers ignore
 * tooltips, because each control has an accessible name. This module places tooltips itself. A positioning library
 * would be larger than all the code of the wall's cards.
 */
export function showTooltips(): void {
  addEventListener('pointerover', ({ target, pointerType }) => {
    if (pointerType !== 'mouse') return
    const control = findControl(target)
    // Browsers also send this event when the page changes below a resting pointer. The tooltip of the focused control
    // then stays, unless another control appears there.
    if (control || !isOfFocus) approach(control)
  })
  addEventListener('focusin', ({ target }) => {
    if (isTouching || !(target instanceof Element && target.matches(':focus-visible'))) return
    const control = findControl(target)
    approach(control)
    isOfFocus = control !== null
  })
  addEventListener('pointerdown', ({ pointerType }) => (isTouching = pointerType === 'touch'), { capture: true })
  for (const leaving of ['pointerdown', 'focusout', 'scroll'] as const) {
    addEventListener(leaving, hide, { capture: true, passive: true })
  }
  // This listener does not capture, because a video also sends `resize` when its size becomes known.
  addEventListener('resize', hide)
  const onKey = ({ key }: KeyboardEvent) => {
    // A keyboard on the screen sends only keys that type.
    if (key === 'Tab' || key.startsWith('Arrow')) isTouching = false
    if (key === 'Escape') hide()
  }
  addEventListener('keydown', onKey, { capture: true })
}

function findControl(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[data-tooltip]') : null
}

function approach(control: HTMLElement | null): void {
  hide()
  if (control) waiting = setTimeout(() => show(control), DELAY_MS)
}

function show(control: HTMLElement): void {
  if (!control.isConnected) return
  tip = document.createElement('div')
  tip.className = 'tooltip'
  tip.setAttribute('aria-hidden', 'true')
  tip.textContent = control.dataset['tooltip'] ?? ''
  document.body.append(tip)
  const around = control.getBoundingClientRect()
  const { width, height } = tip.getBoundingClientRect()
  const centre = around.left + (around.width - width) / 2
  const left = Math.max(GAP_PX, Math.min(centre, innerWidth - width - GAP_PX))
  const top = around.top + (around.height - height) / 2
  const below = new DOMRect(left, around.bottom + GAP_PX, width, height)
  const places = [
    below,
    new DOMRect(left, around.top - GAP_PX - height, width, height),
    new DOMRect(around.left - GAP_PX - width, top, width, height),
    new DOMRect(around.right + GAP_PX, top, width, height),
  ].filter((box) => box.left >= 0 && box.top >= 0 && box.right <= innerWidth && box.bottom <= innerHeight)
  const place = places.find((box) => !coversControl(box)) ?? places[0] ?? below
  // Not `left` and `top`: browsers would count their change as a layout shift.
  tip.style.translate = `${place.left}px ${place.top}px`
}

/** Whether one of the corners covers another control. The tooltip itself ignores pointer events and is never hit. */
function coversControl({ left, right, top, bottom }: DOMRect): boolean {
  return [left, right].some((x) =>
    [top, bottom].some((y) => document.elementFromPoint(x, y)?.closest('a, button, input, textarea, select')),
  )
}

function hide(): void {
  isOfFocus = false
  clearTimeout(waiting)
  tip?.remove()
  tip = undefined
}
