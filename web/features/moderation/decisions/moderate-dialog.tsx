import { useQueryClient } from '@tanstack/react-query'
import { decideUnasked, type DecisionBody } from '../../../../contract/moderation/decisions.ts'
import { call } from '../../../net/api.ts'
import { toastFailure } from '../../../net/failure-toasts.ts'
import { showToast } from '../../../page/toast.ts'
import { useAction } from '../../../page/use-action.ts'
import { Dialog, DialogActions } from '../../../ui/dialogs/dialog.tsx'
import { DecisionForm } from './decision-form.tsx'
import { draftOf } from './draft.ts'
import { enforcementsFor, thingOf } from './enforcements.ts'
import type { ModerateButtonProps } from './moderate-button.tsx'
import { describeDecision } from './describe-decision.ts'

type ModerateDialogProps = Pick<ModerateButtonProps, 'kind' | 'id' | 'name'> & { onClose: () => void }

/**
 * Decides about content outside of the queue, whether or not it has a case. The draft is kept when the dialog closes.
 */
export function ModerateDialog({ kind, id, name, onClose }: ModerateDialogProps) {
  const client = useQueryClient()
  const subject = `${kind}:${id}`
  const decide = useAction({
    mutationFn: (body: DecisionBody) => call(decideUnasked, { body: { ...body, kind, subjectId: id } }),
    onSuccess: (decision) => {
      draftOf(subject).store(undefined)
      showToast(describeDecision(decision), 'They’re told why and can appeal.')
      onClose()
      void client.invalidateQueries()
    },
    onError: toastFailure('We couldn’t save the decision'),
  })
  return (
    <Dialog
      title={`Moderate this ${thingOf[kind]}`}
      description={<bdi className="line-clamp-3">{name}</bdi>}
      onClose={onClose}
    >
      <DecisionForm
        subject={subject}
        kind={kind}
        reported={[]}
        enforcements={enforcementsFor(kind).filter((measure) => measure !== 'none')}
        pending={decide.isPending}
        Actions={DialogActions}
        onSend={decide.mutate}
      />
    </Dialog>
  )
}
