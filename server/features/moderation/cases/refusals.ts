import { AppError } from '../../../errors/app-error.ts'

export function caseNotFound(): AppError {
  return new AppError('NOT_FOUND', 'Case not found')
}

export function alreadyDecided(): AppError {
  return new AppError('CONFLICT', 'This has already been decided.')
}
