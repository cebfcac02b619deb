import { challengeFor, givePasskey, newAuthenticator, type Authenticator } from '../clients/authenticator.ts'
import type { OperationName } from '../clients/contract-calls.ts'
import type { TestApp } from '../test-app.ts'

/** Answers of authenticators for generated requests; each is valid once. */
export interface Authenticators {
  /** Returns a body for the caller at this index; without an index, for the person who signs in. */
  body(operation: OperationName, caller: number): object | undefined
  /** Renews the challenges: each is valid for five minutes. */
  refill(): Promise<void>
}

/**
 * @param people By the index of their caller.
 * @param passerId The person who signs in and out.
 */
export async function handOutAuthenticators(
  { db }: TestApp,
  people: ReadonlyMap<number, string>,
  passerId: string,
): Promise<Authenticators> {
  const ready = new Map<string, object>()
  const { authenticator: passer } = await givePasskey(db, passerId)
  const owned = new Map<string, Authenticator>()
  for (const userId of people.values()) owned.set(userId, (await givePasskey(db, userId)).authenticator)

  async function refill(): Promise<void> {
    ready.set('loginWithPasskey', passer.answer(await challengeFor(db, undefined)))
    for (const [place, userId] of people) {
      const answer = owned.get(userId)!.answer(await challengeFor(db, userId))
      ready.set(`confirmWithPasskey ${place}`, answer)
      const made = newAuthenticator().make(await challengeFor(db, userId))
      ready.set(`addPasskey ${place}`, { ...made, name: 'Another key' })
    }
  }

  await refill()
  return {
    body: (operation, caller) => ready.get(operation) ?? ready.get(`${operation} ${caller}`),
    refill,
  }
}
