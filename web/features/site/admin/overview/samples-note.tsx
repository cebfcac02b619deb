import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { removeSamples } from '../../../../../contract/site/overview.ts'
import { countOf } from '../../../../format/count.ts'
import { call } from '../../../../net/api.ts'
import { toastFailure } from '../../../../net/failure-toasts.ts'
import { lazyPart } from '../../../../net/lazy-part.tsx'
import { showToast } from '../../../../page/toast.ts'
import { useAction } from '../../../../page/use-action.ts'
import { Button } from '../../../../ui/button.tsx'
import { useFocusAfterRemoval } from '../../../../ui/lists/use-focus-after-removal.ts'

const ConfirmDialog = lazyPart(() => import('../../../../ui/dialogs/confirm-dialog.tsx'), 'ConfirmDialog')

/** Explains the sample clips and how to remove them. It is shown as long as there are samples. */
export function SamplesNote() {
  const client = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const note = useFocusAfterRemoval<HTMLDivElement>()
  const remove = useAction({
    mutationFn: () => call(removeSamples),
    onSuccess: ({ clips }) => {
      showToast(
        'Sample clips removed',
        `${countOf(clips, 'clip')} and the sample creators were removed. They will not come back.`,
      )
      // Any cached list may contain a sample.
      void client.invalidateQueries()
    },
    onError: toastFailure('We couldn’t remove the samples'),
    onSettled: () => setAsking(false),
  })
  return (
    <div ref={note} className="flex flex-wrap items-center justify-between gap-4 rounded-card bg-surface p-5 sm:p-6">
      <p className="max-w-[33.8em]">
        Some clips are samples that show what a site looks like. Removing them also removes the comments on them.
      </p>
      <Button className="bg-surface-raised" onClick={() => setAsking(true)}>
        Remove the samples
      </Button>
      {isAsking && (
        <ConfirmDialog
          title="Remove the samples?"
          description="Sample clips and creators will be permanently deleted, along with all likes and comments on them. Everything people published stays."
          confirmLabel="Remove"
          pending={remove.isPending}
          onConfirm={() => remove.mutate()}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  )
}
