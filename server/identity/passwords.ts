import * as argon2 from '@node-rs/argon2'
import { once } from '../concurrency/once.ts'
import { Semaphore } from '../concurrency/semaphore.ts'

/** Hashes passwords with argon2id, and compares them with hashes. */
export interface Passwords {
  hash(password: string): Promise<string>
  /**
   * Whether `password` matches `passwordHash`. Without a hash (an unknown account) it takes the same time and returns
   * false. Response times then do not reveal which accounts exist.
   */
  match(passwordHash: string | undefined, password: string): Promise<boolean>
}

/** OWASP's first recommendation for argon2id (the library's default algorithm): 19 MiB, two passes. */
const recommendedCost = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 }

/** The functions of argon2 are parameters because a test counts their calls. */
export function createPasswords(
  cost: Pick<argon2.Options, keyof typeof recommendedCost> = recommendedCost,
  { hash, verify }: Pick<typeof argon2, 'hash' | 'verify'> = argon2,
): Passwords {
  // A flood of sign-ins may occupy two threads, never the whole site.
  const atOnce = new Semaphore(2)
  const hashPassword = (password: string) => atOnce.run(() => hash(password, cost))
  const decoyHash = once(() => hashPassword('nobody has this password'))

  return {
    hash: hashPassword,
    async match(passwordHash, password) {
      // Known accounts wait for it as well, so that the first sign-in takes the same time for every account.
      const decoy = await decoyHash()
      const known = passwordHash ?? decoy
      const matches = await atOnce.run(() => verify(known, password))
      return matches && passwordHash !== undefined
    },
  }
}
