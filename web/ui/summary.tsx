import ChevronDown from 'lucide-react/icons/chevron-down'

/** The line that opens and closes a `<details className="group">`. */
export function Summary({ children }: { children: string }) {
  return (
    <summary className="flex min-h-11 w-fit cursor-pointer list-none items-center gap-2 font-strong">
      {children}
      <ChevronDown aria-hidden="true" className="size-5 transition-transform duration-200 group-open:rotate-180" />
    </summary>
  )
}
