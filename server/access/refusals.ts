import { AppError } from '../errors/app-error.ts'

/** Returns the refusal of a visitor, or of a viewer whose session or account ended during the request. */
export function loginRequired(): AppError {
  return new AppError('LOGIN_REQUIRED', 'Please sign in first.')
}

/** Returns the refusal of a change that someone else makes to an account. */
export function accountNotFound(): AppError {
  return new AppError('NOT_FOUND', 'This account doesn’t exist.')
}
