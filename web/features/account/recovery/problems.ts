import type * as z from 'zod/mini'
import { ApiError } from '../../../net/api.ts'
import { whyFailed } from '../../../net/why-failed.ts'

/** Validation errors by field. `whole` is an error of the form itself. */
export interface Problems {
  email?: string
  code?: string
  password?: string
  whole?: string
}

/** Returns the first error of each field, from client-side validation or from the server. */
export function problemsOf(error: Error | z.core.$ZodError): Problems {
  const problems: Problems = {}
  const issues = 'issues' in error ? (error.issues as { path: string | PropertyKey[]; message: string }[]) : []
  for (const { path, message } of issues) {
    const field = Array.isArray(path) ? path[0] : path
    if (field === 'email' || field === 'code' || field === 'password') problems[field] ??= message
  }
  if (Object.keys(problems).length > 0) return problems
  return { whole: error instanceof ApiError && error.isRefusal && error.sentence ? error.sentence : whyFailed(error) }
}
