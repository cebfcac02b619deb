import { useState } from 'react'
import { lazyPart } from '../../../net/lazy-part.tsx'
import { Button } from '../../../ui/button.tsx'
import { isEmpty } from './form/upload-form.ts'
import type { Clip } from './queue/queue-state.ts'

const ConfirmDialog = lazyPart(() => import('../../../ui/dialogs/confirm-dialog.tsx'), 'ConfirmDialog')

/** Removes a clip. Prompts for confirmation unless the form is empty. */
export function RemoveButton({ clip, onRemove }: { clip: Clip; onRemove: () => void }) {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button variant="ghost" onClick={() => (isEmpty(clip.form) ? onRemove() : setAsking(true))}>
        Remove this clip
      </Button>
      {isAsking && (
        <ConfirmDialog
          title="Remove this clip?"
          description="The details you entered will be deleted. The file on your device stays."
          confirmLabel="Remove"
          keepLabel="Keep"
          pending={false}
          onConfirm={onRemove}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
