import { hash, type Options, verify } from '@node-rs/argon2'
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

export function createPasswords(cost: Pick<Options, keyof typeof recommendedCost> = recommendedCost): Passwords {
  // A flood of sign-ins may occupy two threads, never the whole site.
  const atOnce = new Semaphore(2)
  let decoyHash: Promise<string> | undefined

  const hashPassword = (password: string) => atOnce.run(() => hash(password, cost))

  return {
    hash: hashPassword,
    async match(passwordHash, password) {
      decoyHash ??= hashPassword('nobody has this password')
      const known = passwordHash ?? (await decoyHash)
      const matches = await atOnce.run(() => verify(known, password))
      return matches && passwordHash !== undefined
    },
  }
}
