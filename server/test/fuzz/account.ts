import type { OperationName } from '../clients/contract-calls.ts'
import type { Caller, TestApp } from '../test-app.ts'

/** People for generated requests that end a session. */
export interface AccountHolders {
  callers: Partial<Record<OperationName, Caller[]>>
  /** Unused devices of the caller of `endDevice`. */
  deviceIds: string[]
}

const DEVICES = 40

export async function openAccounts(t: TestApp): Promise<AccountHolders> {
  const [owner, alone, ...changing] = await Promise.all(Array.from({ length: 6 }, () => t.signUp()))
  const devices = await t.db
    .insertInto('sessions')
    .values(
      Array.from({ length: DEVICES }, (_, i) => ({
        sid: `device ${i}`,
        sess: '{}',
        expire: '2100-01-01T00:00:00Z',
        userId: owner!.user.id,
      })),
    )
    .returning('id')
    .execute()
  return {
    callers: {
      endDevice: [owner!.caller],
      endOtherDevices: [alone!.caller],
      changePassword: changing.map(({ caller }) => caller),
    },
    deviceIds: devices.map(({ id }) => id),
  }
}
