import { AppError, invalidField } from '../../../errors/app-error.ts'
import { TooManyWaitingError, TooSlowError, UnreadableVideoError } from '../../../media/engine/engine.ts'
import { discardUpload } from '../../../objects/objects.queries.ts'
import { type Claim, holdsClaim } from '../../../objects/upload-claim.ts'
import type { Deps } from '../../../setup/deps.ts'

/** Sentences for the refusals, `unusable` for a cancelled upload, and the field of the request that names the upload. */
type Refusals = Record<'field' | 'unusable' | 'tooSlow' | 'tooMany', string>

/**
 * Runs `read`, which decodes a claimed upload, and turns its failure into a refusal. A file that cannot be decoded is
 * deleted.
 *
 * @throws {AppError} VALIDATION_FAILED. UNAVAILABLE if decoding took too long, or RATE_LIMITED if too much of this
 *   person waits, which does not mean that the file is bad: the upload is kept.
 */
export async function explainUnread<T>(
  deps: Pick<Deps, 'db' | 'storage'>,
  claim: Claim,
  { field, unusable, tooSlow, tooMany }: Refusals,
  read: () => Promise<T>,
): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof AppError) throw error
    if (error instanceof TooSlowError) throw new AppError('UNAVAILABLE', tooSlow)
    if (error instanceof TooManyWaitingError) throw new AppError('RATE_LIMITED', tooMany, { retryAfterSeconds: 10 })
    // The upload has since been cancelled, and its file is gone.
    if (!(await holdsClaim(deps.db, claim))) throw invalidField(field, unusable)
    if (!(error instanceof UnreadableVideoError)) throw error
    await discardUpload(deps, claim.id)
    throw invalidField(field, error.message)
  }
}
