/** The logo: a half-open eye with the accent colour. */
export function LogoMark({ className = 'size-8' }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" fill="none" aria-hidden="true" className={className}>
      <path d="M24.3 21.2A10.4 10.4 0 1 1 13 5.9" stroke="currentColor" strokeWidth="2.4" strokeLinecap="round" />
      <circle cx="20.6" cy="11.4" r="5" fill="currentColor" className="text-accent" />
    </svg>
  )
}
