import type { ReactNode } from 'react'

interface DeskProps {
  heading: ReactNode
  /** What is known. */
  children: ReactNode
  /** What can be done about it. */
  form: ReactNode
}

/** What is known on the left, what can be done about it on the right, in sight however long the left is. */
export function Desk({ heading, children, form }: DeskProps) {
  return (
    <div className="flex flex-col gap-6">
      {heading}
      <div className="flex flex-col gap-8 md:flex-row">
        <div className="min-w-0 grow">{children}</div>
        <div className="md:sticky md:top-20 md:max-h-[calc(100dvh-13.5rem)] md:w-80 md:shrink-0 md:self-start md:overflow-y-auto md:px-3 md:-mx-3 xl:w-96">
          {form}
        </div>
      </div>
    </div>
  )
}
