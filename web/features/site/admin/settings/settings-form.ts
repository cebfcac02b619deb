import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import {
  changeSiteSettings,
  getSite,
  getSiteSettings,
  SiteSettingsChange,
  type SiteSettings,
} from '../../../../../contract/site/settings.ts'
import { listStaffLog } from '../../../../../contract/site/staff-log.ts'
import { call } from '../../../../net/api.ts'
import { toastFailure } from '../../../../net/failure-toasts.ts'
import { uploadFile } from '../../../../net/put-upload.ts'
import { callsOf } from '../../../../net/query-keys.ts'
import { site } from '../../../../page/site.ts'
import { showToast } from '../../../../page/toast.ts'
import { useZodForm } from '../../../../ui/forms/use-zod-form.ts'
import { createPersonalState } from '../../../../viewer/personal-state.ts'
import { useOwnUser } from '../../../../viewer/viewer.queries.ts'
import { settingsQuery } from '../admin.queries.ts'
import { isList, mergeLists } from './merge-lists.ts'
import { changedSettings, type Fields, pick, toFields, toSettings } from './settings-fields.ts'

/** The function that connects a control to a setting. */
export type SettingsField = ReturnType<typeof useSettingsForm>['field']

/** Each admin's unsaved changes, with the former values of the changed settings. */
const drafts = createPersonalState<{ typed: Partial<Fields>; former: Partial<Fields> }>()

/** Returns the form of the settings, with the names of those that have unsaved changes. */
export function useSettingsForm(saved: SiteSettings) {
  const client = useQueryClient()
  const userId = useOwnUser()?.id ?? ''
  const draft = drafts.get(userId)
  // Only changed settings are sent, so that saving does not undo the changes of another admin.
  const [opened, setOpened] = useState(() => ({ ...toFields(saved), ...draft?.former }))
  const latest = useRef<Fields>({ ...opened, ...draft?.typed })
  const toBody = (fields: Fields) => changedSettings(toSettings(opened), toSettings(fields))
  const storeDraft = (former: Fields, fields: Fields) => {
    const typed = changedSettings(former, fields)
    drafts.set(userId, { typed, former: pick(former, Object.keys(typed)) })
  }
  /** Merges the lists with those that another admin has stored. Refuses to replace another setting unseen. */
  const mergeStored = async (body: SiteSettingsChange) => {
    // If the settings cannot be read, the change that follows fails as well and is reported.
    const now = await call(getSiteSettings).catch(() => undefined)
    if (!now) return body
    const stored = toFields(now)
    const changedByOthers = changedSettings(toSettings(opened), toSettings(stored))
    const replaced = Object.keys(changedSettings(body, now)).filter(
      (name) => name in body && name in changedByOthers && !isList(name),
    )
    if (replaced.length === 0) return mergeLists(body, toSettings(opened), toSettings(stored))
    // The next attempt replaces the values that the messages name.
    const former = { ...opened, ...pick(stored, replaced) }
    setOpened(former)
    storeDraft(former, latest.current)
    const issues = replaced.map((name) => ({ path: name, message: describeStored(name, stored[name as keyof Fields]) }))
    throw Object.assign(new Error('Another admin has changed these settings'), { issues })
  }
  const form = useZodForm(SiteSettingsChange, {
    defaults: { ...opened, ...draft?.typed },
    toBody,
    submit: async (body, fields) => {
      const { icon } = fields
      const isUpload = body.icon !== undefined && icon instanceof File
      const merged = await mergeStored(body)
      const sent = isUpload ? { ...merged, icon: await uploadFile(icon) } : merged
      const after = await call(changeSiteSettings, { body: sent })
      // Without a contact text before and now, an existing contact page comes from a file.
      const hasContact = after.contact !== null || (opened.contact === '' && site.hasContact)
      const stored = toFields(after)
      setOpened(stored)
      // The fields show what the server has stored, such as texts without spaces at the ends and the keys of new rules.
      // A field that was changed during the save keeps its value. Rules get the stored values, and thus their keys, in
      // every case. They are read-only during a save, except for the moment before that is rendered.
      const names = (Object.keys(stored) as (keyof typeof stored)[]).filter(
        (name) => name === 'ownRules' || latest.current[name] === fields[name],
      )
      form.set(Object.fromEntries(names.map((name) => [name, stored[name]])))
      storeDraft(stored, latest.current)
      client.setQueryData(settingsQuery.queryKey, after)
      // The next page in this tab shows the new appearance.
      Object.assign(site, after, { hasContact })
      showToast('Saved', 'Your new settings are in effect.')
    },
    onChange: (fields) => {
      latest.current = fields
      storeDraft(opened, fields)
    },
    onError: toastFailure('We couldn’t save your settings'),
    affects: callsOf(getSite, listStaffLog),
  })
  return { ...form, changed: Object.keys(toBody(form.values)) }
}

function describeStored(name: string, value: unknown): string {
  const to = typeof value === 'string' && value !== '' && name !== 'icon' ? ` to “${value}”` : ''
  return `Another admin has just changed this${to}. Save again to replace it.`
}
