import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { useState } from 'react'
import {
  changeSiteSettings,
  CONTACT_MAX_LENGTH,
  getSite,
  SiteSettingsChange,
  type Registration,
  type SiteSettings,
} from '../../../../contract/site/settings.ts'
import { call } from '../../../net/api.ts'
import { keyOf } from '../../../net/query-keys.ts'
import { showErrorToast, showToast } from '../../../page/toast.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/forms/checkbox.tsx'
import { ExplainedChoice } from '../../../ui/forms/explained-choice.tsx'
import { TextArea } from '../../../ui/forms/field.tsx'
import { NotArrived } from '../../../ui/notice.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { whyFailed } from '../../../net/why-failed.ts'
import { settingsQuery, staffLogQuery } from './admin.queries.ts'
import { HoldsField } from './holds-field.tsx'

const registrations: Record<Registration, { label: string; means: string }> = {
  open: { label: 'Open', means: 'Anyone can join.' },
  approval: {
    label: 'By approval',
    means: 'New members can browse, but can’t post until approved.',
  },
  closed: { label: 'Closed', means: 'No new accounts. Existing members can sign in.' },
}

export function SettingsTab() {
  const { data, isError, refetch } = useQuery({ ...settingsQuery, staleTime: Infinity, refetchOnMount: 'always' })
  if (data) return <SettingsForm saved={data} />
  if (isError) return <NotArrived what="the settings" onRetry={() => void refetch()} />
  return <Skeleton label="Loading the settings" />
}

/**
 * Typed values are kept until they are saved, even if the password was not given or another admin saved in the
 * meantime.
 */
function SettingsForm({ saved }: { saved: SiteSettings }) {
  const [typed, setTyped] = useState(() => ({
    ...saved,
    heldWords: saved.heldWords.join('\n'),
    contact: saved.contact ?? '',
  }))
  const [problems, setProblems] = useState<Record<string, string>>({})
  const save = useSave()
  const type = (change: Partial<typeof typed>) => {
    setTyped({ ...typed, ...change })
    setProblems({})
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const parsed = SiteSettingsChange.safeParse({ ...typed, heldWords: typed.heldWords.split('\n') })
    const issues = parsed.error?.issues ?? []
    setProblems(Object.fromEntries(issues.map(({ path, message }) => [String(path[0]), message])))
    if (parsed.success) save.mutate(parsed.data)
  }
  return (
    <form noValidate onSubmit={submit} className="flex max-w-2xl flex-col gap-10">
      <ExplainedChoice
        legend="Who can join?"
        value={typed.registration}
        choices={registrations}
        onChange={(registration) => type({ registration })}
      />
      <HoldsField
        holds={typed.holds}
        words={typed.heldWords}
        problem={problems['heldWords']}
        onChange={(change) => type(change)}
      />
      <Checkbox
        label="Moderators and admins need a passkey"
        effect="Needed to moderate and change roles, if this site uses https. They can add one in their settings."
        checked={typed.staffPasskeys}
        onChange={(staffPasskeys) => type({ staffPasskeys })}
      />
      <Checkbox
        checked={typed.verifiedOnly}
        onChange={(verifiedOnly) => type({ verifiedOnly })}
        label="New accounts must confirm their email before posting"
        effect="Only works if this site can send email. Existing accounts aren’t affected."
      />
      <TextArea
        label="Contact"
        hint="Shown to everyone: how to contact you about this site. An email address or a sentence."
        rows={2}
        maxLength={CONTACT_MAX_LENGTH}
        value={typed.contact}
        error={problems['contact']}
        onChange={({ target }) => type({ contact: target.value })}
      />
      <Button type="submit" variant="primary" pending={save.isPending} className="self-start">
        Save
      </Button>
    </form>
  )
}

function useSave() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: SiteSettingsChange) => call(changeSiteSettings, { body }),
    onSuccess: (settings) => {
      client.setQueryData(settingsQuery.queryKey, settings)
      void client.invalidateQueries({ queryKey: keyOf(getSite) })
      void client.invalidateQueries({ queryKey: staffLogQuery.queryKey })
      showToast('Saved', 'Your new settings are in effect.')
    },
    onError: (error) => showErrorToast('We couldn’t save your settings', whyFailed(error)),
  })
}
