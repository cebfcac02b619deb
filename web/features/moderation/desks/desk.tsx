import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from '../../../ui/button.tsx'

interface DeskProps {
  heading: ReactNode
  /** The evidence. */
  children: ReactNode
  /** The form that decides. */
  form: ReactNode
  /** Whether nothing is left to decide. */
  isDecided?: boolean
}

/**
 * The evidence on the left and the form on the right. The form stays in view while the evidence scrolls, and always ends
 * above the tab bar. On phones it comes after the evidence, and a button leads to it. Each entry has a desk of its own.
 */
export function Desk({ heading, children, form, isDecided = false }: DeskProps) {
  const top = useRef<HTMLDivElement>(null)
  const decision = useRef<HTMLDivElement>(null)
  // A phone still shows the end of the previous entry, or the list above this one.
  useEffect(() => void top.current?.scrollIntoView({ block: 'nearest' }), [])
  const goToDecision = () => {
    decision.current?.scrollIntoView()
    const find = (controls: string) => decision.current?.querySelector<HTMLElement>(controls)
    // A dispute is answered by buttons alone. A button before a field only shows more of a text.
    const control = find('select, textarea, input') ?? find('button')
    control?.focus({ preventScroll: true })
  }
  return (
    <div className="flex flex-col gap-8 md:flex-row">
      <div className="flex min-w-0 grow flex-col gap-6">
        <div ref={top}>{heading}</div>
        {!isDecided && (
          <Button className="self-start md:hidden" onClick={goToDecision}>
            Go to the decision
          </Button>
        )}
        <div>{children}</div>
      </div>
      <div
        ref={decision}
        className="scroll-pb-44 md:sticky md:top-20 md:max-h-[calc(100dvh-19.5rem)] lg:max-h-[calc(100dvh-15rem)] short:top-2! short:md:max-h-[calc(100dvh-5rem)]! md:w-80 md:shrink-0 md:self-start md:overflow-y-auto md:px-3 md:-mx-3 xl:w-96"
      >
        {form}
      </div>
    </div>
  )
}
