import { randomUUID } from 'node:crypto'
import { makeRecoveryCodes } from '../../features/account/recovery/recovery-codes.ts'
import { makeResetLink } from '../../features/account/recovery/reset-link.ts'
import { issueToken } from '../../identity/tokens.ts'
import type { OperationName } from '../clients/contract-calls.ts'
import type { TestApp } from '../test-app.ts'

/** A person whom no other request needs and who loses their password again and again. */
interface Forgetful {
  /** Gives them valid codes and a valid link. */
  equip(): Promise<void>
  bodies(): Partial<Record<OperationName, object>>
}

export async function signUpForgetful(t: TestApp): Promise<Forgetful> {
  const { id, email } = (await t.signUp()).user
  let codes: string[] = []
  let link = ''
  let emailToken = ''
  return {
    async equip() {
      codes = await makeRecoveryCodes(t.deps, id)
      link = await makeResetLink(t.deps, null, id)
      emailToken = await issueToken(t.db, 'verify', { userId: id, email })
    },
    bodies: () => ({
      recover: { email, code: codes.pop() ?? 'none', password: 'violet teapots' },
      requestReset: { email },
      changeEmail: { email: `${randomUUID()}@example.org` },
      redeemEmailToken: { token: emailToken },
      resetPassword: { token: new URL(link).hash.slice(1), password: 'violet teapots' },
    }),
  }
}
