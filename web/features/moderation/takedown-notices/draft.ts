import {
  missingForCopyright,
  TakedownNoticeBody,
  type TakedownNoticeKind,
} from '../../../../contract/moderation/takedown-notices.ts'
import { ApiError } from '../../../net/api.ts'

/** An unsent takedown notice. */
export interface Draft {
  kind: TakedownNoticeKind
  /** One address per line. */
  addresses: string
  explanation: string
  name: string
  email: string
  isGoodFaith: boolean
  work: string
  contact: string
  isAuthorised: boolean
  signature: string
}

/** The first error of each field. */
export type Problems = Partial<Record<keyof Draft, string>>

export const emptyDraft: Draft = {
  kind: 'copyright',
  addresses: '',
  explanation: '',
  name: '',
  email: '',
  isGoodFaith: false,
  work: '',
  contact: '',
  isAuthorised: false,
  signature: '',
}

/** @returns The notice to send, or its errors. Copyright fields are left out of other kinds of notices. */
export function checkDraft(draft: Draft): { notice: TakedownNoticeBody } | { problems: Problems } {
  const { work, contact, isAuthorised, signature, ...always } = draft
  const addresses = draft.addresses.split('\n').filter((line) => line.trim())
  const copyright = draft.kind === 'copyright' ? { work, contact, isAuthorised, signature } : {}
  const parsed = TakedownNoticeBody.safeParse({ ...always, addresses, ...copyright })
  if (parsed.success) return { notice: parsed.data }
  const issues = parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }))
  return { problems: byField([...issues, ...missingForCopyright(draft)]) }
}

/** Returns the server's errors by field, such as an address without content. */
export function problemsOf(error: Error): Problems {
  return error instanceof ApiError ? byField(error.issues) : {}
}

function byField(issues: { path: string; message: string }[]): Problems {
  const problems: Record<string, string> = {}
  for (const { path, message } of issues) problems[path.split('.')[0] ?? ''] ??= message
  return problems
}
