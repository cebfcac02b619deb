/** How long a pointer rests on a control before its name is shown. */
const DELAY_MS = 700
const GAP_PX = 8

let tip: HTMLElement | undefined
let waiting: ReturnType<typeof setTimeout> | undefined

/**
 * Shows the name of any control that carries `data-tooltip` after the pointer, or the keyboard's focus, has rested on
 * it. For sighted people only: the control is named by itself. One element for all of them, because the positioning
 * that a library brings weighs more on the wall than everything that its cards do.
 */
export function showTooltips(): void {
  addEventListener('pointerover', ({ target, pointerType }) => pointerType === 'mouse' && approach(target))
  addEventListener('focusin', ({ target }) => {
    if (target instanceof Element && target.matches(':focus-visible')) approach(target)
  })
  for (const leaving of ['pointerdown', 'focusout', 'scroll'] as const) {
    addEventListener(leaving, hide, { capture: true, passive: true })
  }
  addEventListener('keydown', ({ key }) => key === 'Escape' && hide(), { capture: true })
}

function approach(target: EventTarget | null): void {
  const control = target instanceof Element ? target.closest<HTMLElement>('[data-tooltip]') : null
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
  const left = around.left + (around.width - width) / 2
  const below = around.bottom + GAP_PX
  tip.style.left = `${Math.max(GAP_PX, Math.min(left, innerWidth - width - GAP_PX))}px`
  tip.style.top = `${below + height > innerHeight ? around.top - GAP_PX - height : below}px`
}

function hide(): void {
  clearTimeout(waiting)
  tip?.remove()
  tip = undefined
}
