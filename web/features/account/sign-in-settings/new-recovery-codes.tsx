import { useEffect, useRef } from 'react'
import { showErrorToast, showToast } from '../../../page/toast.ts'
import { Button } from '../../../ui/button.tsx'
import './new-recovery-codes.css'

interface NewRecoveryCodesProps {
  codes: readonly string[]
  onDone: () => void
}

/** The new recovery codes are shown once. Neither the account's owner nor the server can retrieve them later. */
export function NewRecoveryCodes({ codes, onDone }: NewRecoveryCodesProps) {
  const heading = useRef<HTMLParagraphElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const text = `Recovery codes for ${location.host}\nEach works once.\n\n${codes.join('\n')}\n`
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      showToast('Codes copied!', 'Keep them somewhere safe.')
    } catch {
      showErrorToast('We couldn’t copy the codes', 'Select the codes and copy them manually.')
    }
  }
  return (
    <div className="mt-5 rounded-card border border-line p-5 sm:p-7">
      <p ref={heading} tabIndex={-1} className="font-strong">
        These are shown once. Save them now.
      </p>
      <div className="print-alone">
        <p className="hidden print:block">
          Recovery codes for {location.host}
          <br />
          Each works once.
        </p>
        <ol aria-label="Recovery codes" className="mt-4 grid gap-x-8 gap-y-1 tabular-nums lg:grid-cols-2">
          {codes.map((code) => (
            <li key={code} className="wrap-anywhere select-all">
              {code}
            </li>
          ))}
        </ol>
      </div>
      <div className="mt-5 flex flex-wrap gap-3">
        <Button onClick={() => void copy()}>Copy</Button>
        <Button onClick={() => download(text)}>Download</Button>
        <Button onClick={() => print()}>Print</Button>
        <Button variant="primary" onClick={onDone}>
          I saved them
        </Button>
      </div>
    </div>
  )
}

function download(text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  const link = document.createElement('a')
  link.href = url
  link.download = 'recovery-codes.txt'
  link.click()
  URL.revokeObjectURL(url)
}
