import { useQuery } from '@tanstack/react-query'
import { useRef, useState, useEffect } from 'react'
import { flushSync } from 'react-dom'
import { makeRecoveryCodes, RECOVERY_CODES_COUNT } from '../../../../contract/account/recovery.ts'
import { call } from '../../../net/api.ts'
import { toastFailure } from '../../../net/failure-toasts.ts'
import { copyText } from '../../../page/share.ts'
import { site } from '../../../page/site.ts'
import { useAction } from '../../../page/use-action.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { QueryContent } from '../../../ui/loading/query-content.tsx'
import { TitledSection } from '../../../ui/titled-section.tsx'
import { accountQuery } from '../../../viewer/account.queries.ts'
import { saveFile } from '../export/save-file.ts'
import { signInSettings } from './sign-in-settings.queries.ts'
import './new-recovery-codes.css'

/** The settings part for recovery codes, which work without e-mail and without an admin. */
export function RecoveryCodesPart() {
  return (
    <QueryContent query={useQuery(accountQuery)} what="your recovery codes" loading={null}>
      {({ recoveryCodesLeft }) => <RecoveryCodes left={recoveryCodesLeft} />}
    </QueryContent>
  )
}

function RecoveryCodes({ left }: { left: number }) {
  const [isAsking, setAsking] = useState(false)
  const [codes, setCodes] = useState<readonly string[]>()
  const button = useRef<HTMLButtonElement>(null)
  const make = useAction({
    mutationFn: () => call(makeRecoveryCodes),
    onSuccess: (made) => setCodes(made.codes),
    onError: toastFailure('We couldn’t create new codes'),
    onSettled: () => setAsking(false),
    affects: signInSettings,
  })
  const hideCodes = () => {
    flushSync(() => setCodes(undefined))
    // Keyboard users continue from the place where the codes were.
    button.current?.focus()
  }
  return (
    <TitledSection
      id="recovery-codes"
      title="Recovery codes"
      sentence={`${RECOVERY_CODES_COUNT} codes in case you lose your password or passkeys. Each works once, so keep them somewhere safe.`}
    >
      {!codes && <p className="mt-4 font-strong">{left > 0 ? `You have ${left} left.` : 'You have none.'}</p>}
      {codes ? (
        <NewRecoveryCodes codes={codes} onDone={hideCodes} />
      ) : (
        <Button
          ref={button}
          className="mt-4"
          pending={make.isPending}
          onClick={() => (left > 0 ? setAsking(true) : make.mutate())}
        >
          {left > 0 ? 'Make new codes' : 'Make recovery codes'}
        </Button>
      )}
      {isAsking && (
        <ConfirmDialog
          title="Make new recovery codes?"
          description="Your current codes will stop working."
          confirmLabel="Make new codes"
          pending={make.isPending}
          onConfirm={() => make.mutate()}
          onClose={() => setAsking(false)}
        />
      )}
    </TitledSection>
  )
}

/** Shows the new recovery codes once. Neither the account's owner nor the server can retrieve them later. */
function NewRecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const heading = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    heading.current?.focus()
    // A banner at the end of the screen could cover the buttons.
    heading.current?.parentElement?.scrollIntoView({ block: 'nearest' })
  }, [])
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
          I’ve saved them
        </Button>
      </div>
    </div>
  )
}
