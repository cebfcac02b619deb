import { AppError } from '../../../errors/app-error.ts'

/** Refusals that both kinds of upload share. */

export function tooLarge(): AppError {
  return new AppError('TOO_LARGE', 'Please select a video file smaller than 5GB.')
}

export function alreadyUsed(): AppError {
  return new AppError('CONFLICT', 'Something was already uploaded to this address. Please ask for a new one.')
}

export function underWay(): AppError {
  return new AppError('CONFLICT', 'Something is already being uploaded to this address. Please ask for a new one.')
}

export function interrupted(cause?: unknown): AppError {
  return new AppError('BAD_REQUEST', 'The upload was interrupted.', { cause })
}
