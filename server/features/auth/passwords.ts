import { hash, verify } from '@node-rs/argon2'
import { Semaphore } from '../../semaphore.ts'

// OWASP's first recommendation for argon2id (the library's default algorithm).
const settings = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 }

// A flood of sign-ins may keep two threads busy, never the whole site.
const atOnce = new Semaphore(2)

export function hashPassword(password: string): Promise<string> {
  return atOnce.run(() => hash(password, settings))
}

let decoyHash: Promise<string> | undefined

/**
 * Whether `password` is the one behind `passwordHash`. Without a hash (an unknown account) it takes the same time and
 * says no, so that the answer's delay does not tell who has an account.
 */
export async function isPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  decoyHash ??= hashPassword('nobody has this password')
  const known = passwordHash ?? (await decoyHash)
  const matches = await atOnce.run(() => verify(known, password))
  return matches && passwordHash !== undefined
}
