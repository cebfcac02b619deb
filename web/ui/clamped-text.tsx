import { useLayoutEffect, useRef, useState } from 'react'

/** A user's text of any length. Shows the first lines, and a button for the rest if there is more. */
export function ClampedText({ text, className = '' }: { text: string; className?: string }) {
  const ref = useRef<HTMLParagraphElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [isCut, setCut] = useState(false)
  // Measured before the first paint, so that the button does not move the content below.
  useLayoutEffect(() => {
    const element = ref.current
    if (!element || isOpen) return
    const measure = () => setCut(element.scrollHeight > element.clientHeight)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [isOpen])
  const toggle = () => {
    setOpen(!isOpen)
    // Collapsing the text moves the content, so its beginning is scrolled into view.
    if (isOpen) requestAnimationFrame(() => ref.current?.scrollIntoView({ block: 'nearest' }))
  }
  return (
    <div>
      <p ref={ref} dir="auto" className={`whitespace-pre-line ${isOpen ? '' : 'line-clamp-6'} ${className}`}>
        {text}
      </p>
      {isCut && <ShowMoreButton isOpen={isOpen} onToggle={toggle} />}
    </div>
  )
}

/** Expands and collapses content. */
export function ShowMoreButton({ isOpen, onToggle }: { isOpen: boolean; onToggle: () => void }) {
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      onClick={onToggle}
      className="min-h-8 self-start rounded-control text-small font-strong text-ink underline underline-offset-4 pointer-coarse:min-h-11"
    >
      {isOpen ? 'Show less' : 'Show more'}
    </button>
  )
}
