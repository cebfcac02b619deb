import { useEffect, useState } from 'react'
import { lazyPart } from '../../../../net/lazy-part.tsx'
import { Button } from '../../../../ui/button.tsx'
import { formatMegabytes } from '../file/file-labels.ts'

const ConfirmDialog = lazyPart(() => import('../../../../ui/dialogs/confirm-dialog.tsx'), 'ConfirmDialog')

/** Minimum of sent bytes for which cancelling prompts for confirmation. Fewer take only seconds to send again. */
const ASK_FROM_BYTES = 3 * 1024 ** 2

/** Cancels an upload. Prompts for confirmation if more than a few megabytes would be deleted. */
export function CancelButton({ sentBytes, onCancel }: { sentBytes: number; onCancel: () => void }) {
  const [isAsking, setAsking] = useState(false)
  // The dialog's code is loaded early, because creators often cancel when the network is down.
  useEffect(() => ConfirmDialog.preload(), [])
  return (
    <>
      <Button variant="ghost" onClick={() => (sentBytes < ASK_FROM_BYTES ? onCancel() : setAsking(true))}>
        Cancel
      </Button>
      {isAsking && (
        <ConfirmDialog
          title="Cancel this upload?"
          description={`The ${formatMegabytes(sentBytes)} uploaded so far will be deleted. Your file and details stay in the form.`}
          confirmLabel="Cancel upload"
          keepLabel="Keep uploading"
          pending={false}
          onConfirm={() => {
            setAsking(false)
            onCancel()
          }}
          onClose={() => setAsking(false)}
          onMissing={onCancel}
        />
      )}
    </>
  )
}
