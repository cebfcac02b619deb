import Search from 'lucide-react/icons/search'
import { useEffect, useEffectEvent, useState } from 'react'
import { controlClass } from './field.tsx'

const DEBOUNCE_MS = 250

interface SearchFieldProps {
  q: string
  onSearch: (q: string) => void
  label: string
  placeholder: string
  maxLength: number
  /** Whether only Enter submits, for a search that is expensive for the server. */
  onEnterOnly?: boolean
  className?: string
}

/** A search field that submits shortly after the last key press, or at once on Enter. */
export function SearchField({
  q,
  onSearch,
  label,
  placeholder,
  maxLength,
  onEnterOnly = false,
  className = '',
}: SearchFieldProps) {
  const [text, setText] = useState(q)
  const [searched, setSearched] = useState(q)
  // The search was changed from outside, for example by navigation.
  if (q !== searched) {
    setSearched(q)
    if (q !== text.trim()) setText(q)
  }
  const search = useEffectEvent(() => onSearch(text.trim()))
  useEffect(() => {
    // An emptied field ends the search without Enter.
    if (onEnterOnly && text !== '') return
    const timer = setTimeout(() => search(), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text, onEnterOnly])
  return (
    <form
      className={`relative ${className}`}
      onSubmit={(event) => {
        event.preventDefault()
        onSearch(text.trim())
      }}
    >
      <Search className="pointer-events-none absolute inset-y-0 left-4 my-auto size-5 max-sm:left-3 text-ink-muted max-xs:hidden" />
      <input
        type="search"
        aria-label={label}
        placeholder={placeholder}
        autoComplete="off"
        maxLength={maxLength}
        value={text}
        onChange={({ target }) => setText(target.value)}
        className={`${controlClass} min-h-12 pl-12 max-sm:pr-2 max-sm:pl-10 max-xs:pl-4`}
      />
    </form>
  )
}
