import { useQueryClient } from '@tanstack/react-query'
import type { Case } from '../../../../contract/moderation/cases.ts'
import {
  PermanentRemovalBody,
  REMOVAL_FACTS_MAX_LENGTH,
  removeVideoPermanently,
} from '../../../../contract/moderation/permanent-removal.ts'
import type { RuleKey } from '../../../../contract/moderation/rules.ts'
import { call } from '../../../net/api.ts'
import { toastFailure } from '../../../net/failure-toasts.ts'
import { showToast } from '../../../page/toast.ts'
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx'
import { TextArea } from '../../../ui/forms/field.tsx'
import { useZodForm } from '../../../ui/forms/use-zod-form.ts'
import { createPersonalDrafts } from '../../../viewer/personal-drafts.ts'
import { allCases, touchPages } from '../cases/case.queries.ts'
import { RuleSelect } from '../decisions/decision-fields.tsx'
import { newDraft } from '../decisions/draft.ts'
import { removeFromQueue } from './moderation.queries.ts'

/** Unsent removals by case. They survive an expired session. */
const draftOf = createPersonalDrafts<{ rule?: RuleKey | undefined; facts?: string }>()

/** Permanently removes the clip of a case, with a rule and facts for its creator. */
export function RemovalDialog({ shown: { id, subject, rules }, onClose }: { shown: Case; onClose: () => void }) {
  const client = useQueryClient()
  const form = useZodForm(PermanentRemovalBody, {
    defaults: { rule: newDraft(rules).rule, facts: '' },
    draft: draftOf(id),
    toBody: (values) => values,
    submit: async (body) => {
      await call(removeVideoPermanently, { params: { id }, body })
      showToast('Permanently removed', 'The same file is refused from now on. The creator is told why.')
      removeFromQueue(client, [id])
      touchPages(client)
    },
    onSuccess: onClose,
    onError: toastFailure('We couldn’t remove the clip'),
    affects: allCases,
  })
  return (
    <FormDialog
      title="Remove this clip permanently?"
      description={
        <>
          <bdi className="line-clamp-2">“{subject}”</bdi> The clip and its files are deleted, and the same file is
          refused from now on. This can’t be undone: an appeal can only correct the record.
        </>
      }
      onClose={onClose}
      form={form}
      submitLabel="Remove permanently"
      variant="danger"
    >
      <RuleSelect {...form.field('rule')} />
      <TextArea
        label="Facts"
        required
        rows={3}
        maxLength={REMOVAL_FACTS_MAX_LENGTH}
        hint="The person concerned will see this. Be specific about what and where: a time in the clip, or a quote."
        {...form.field('facts')}
      />
    </FormDialog>
  )
}
