import { type ReactNode, type Ref, useRef } from 'react'
import { Button } from '../button.tsx'

interface FileButtonProps {
  ref: Ref<HTMLButtonElement>
  /** Accessible name of the hidden file input. */
  name: string
  accept: string
  onChoose: (file: File) => void
  children: ReactNode
}

export function FileButton({ ref, name, accept, onChoose, children }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={accept}
        aria-label={name}
        tabIndex={-1}
        className="hidden"
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          if (file) onChoose(file)
          // Without the reset, choosing the same file again would not trigger a change event.
          currentTarget.value = ''
        }}
      />
      <Button ref={ref} onClick={() => input.current?.click()}>
        {children}
      </Button>
    </>
  )
}
