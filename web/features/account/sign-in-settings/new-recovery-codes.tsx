import { useEffect, useRef } from 'react'
import { copyText } from '../../../page/share.ts'
import { site } from '../../../page/site.ts'
import { Button } from '../../../ui/button.tsx'
import { saveFile } from '../export-and-deletion/save-file.ts'
import './new-recovery-codes.css'

interface NewRecoveryCodesProps {
  codes: readonly string[]
  onDone: () => void
}

/** The new recovery codes are shown once. Neither the account's owner nor the server can retrieve them later. */
export function NewRecoveryCodes({ codes, onDone }: NewRecoveryCodesProps) {
  const heading = useRef<HTMLParagraphElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const owner = `${site.siteName} (${location.host})`
  const text = `Recovery codes for ${owner}\nEach works once.\n\n${codes.join('\n')}\n`
  const copy = () =>
    copyText(
      text,
      ['Codes copied!', 'Keep them somewhere safe.'],
      ['We couldn’t copy the codes', 'Select the codes and copy them manually.'],
    )
  const download = () => {
    const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
    saveFile({ url, fileName: 'recovery-codes.txt' })
    URL.revokeObjectURL(url)
  }
  return (
    <div className="mt-5 rounded-card border border-line p-5 sm:p-7">
      <p ref={heading} tabIndex={-1} className="font-strong">
        These are shown once. Save them now.
      </p>
      <div className="print-alone">
        <p className="hidden print:block">
          Recovery codes for {owner}
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
        <Button onClick={download}>Download</Button>
        <Button onClick={() => print()}>Print</Button>
        <Button variant="primary" onClick={onDone}>
          I saved them
        </Button>
      </div>
    </div>
  )
}
