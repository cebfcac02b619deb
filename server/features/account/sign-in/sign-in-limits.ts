import { hash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Deps } from '../../../setup/deps.ts'
import { networkOf } from '../../../http/guards/network.ts'
import type { RateLimits } from '../../../http/guards/rate-limits.ts'
import { AppError } from '../../../errors/app-error.ts'
import { sessionKey } from '../../../identity/sessions.ts'
import { createKnownBrowsers, knowsAccount } from './known-browsers.ts'

/**
 * First delay, in milliseconds, of a sign-in to an account that many addresses are guessing at. It doubles with each
 * failure.
 */
const FIRST_DELAY_MS = 1_000
const LONGEST_DELAY_MS = 30_000

export type Pause = (ms: number) => Promise<unknown>

type Taken = Parameters<RateLimits['giveBack']>

/** Limits on failed sign-ins, and the memory of browsers in which a sign-in succeeded. */
export type SignInLimits = ReturnType<typeof createSignInLimits>

/** @param app The scope of the routes that sign in. */
export function createSignInLimits(app: FastifyInstance, { limits, passwords, secret, config }: Deps, pause: Pause) {
  const browsers = createKnownBrowsers(app, { secret, config })

  return {
    /**
     * Counts a try before the password is compared, whether or not the account exists. For unknown browsers, one
     * address is refused after some failures. If many addresses fail, every unknown browser is delayed but not refused,
     * including the owner's new device.
     *
     * @returns A function to call on success, so that the try does not count.
     * @throws {AppError} RATE_LIMITED.
     */
    async take(request: FastifyRequest, email: string): Promise<() => Promise<void>> {
      const browser = browsers.find(request)
      const account = hash('sha256', email, 'base64url')
      if (browser && knowsAccount(browser, email, secret)) {
        // The limits by address do not apply, because the attacker may share the address.
        return takeAll(limits, [['known-browser-sign-in', `${browser.id} ${account}`]])
      }
      const giveBack = await takeAll(limits, [
        ['address-sign-in', request.ip],
        ['account-and-address-sign-in', `${networkOf(request.ip)} ${account}`],
      ])
      await pause(delayAfter(await limits.count('account-sign-in', account)))
      return async () => {
        await Promise.all([giveBack(), limits.giveBack('account-sign-in', account)])
      }
    },
    /**
     * Verifies the password of a signed-in person and counts a failure. Each live session has its own limit, so that a
     * thief cannot guess without limit in a stolen session. As for a known browser, wrong guesses from elsewhere neither
     * delay nor refuse it.
     *
     * @throws {AppError} INVALID_CREDENTIALS, RATE_LIMITED.
     */
    async verifyPassword(request: FastifyRequest, passwordHash: string, typed: string): Promise<void> {
      const giveBack = await takeAll(limits, [['session-sign-in', sessionKey(request)]])
      if (!(await passwords.match(passwordHash, typed))) throw notYourPassword()
      await giveBack()
    },
    /**
     * Verifies a passkey and counts a failure, separately from passwords. A valid signature cannot be guessed. It is
     * never refused, however many failures came from its address.
     *
     * @throws {AppError} The error of `verify`; RATE_LIMITED instead once too many failed from this address.
     */
    async verifyPasskey<T>(request: FastifyRequest, verify: () => Promise<T>): Promise<T> {
      try {
        return await verify()
      } catch (error) {
        if (error instanceof AppError) await limits.take('address-passkey-sign-in', request.ip)
        throw error
      }
    },
    /** Sets a cookie with which `take` recognises the browser. */
    remember: browsers.remember,
  }
}

export function notYourPassword(): AppError {
  return new AppError('INVALID_CREDENTIALS', 'This isn’t your password')
}

function delayAfter(failuresBeyond: number): number {
  return failuresBeyond === 0 ? 0 : Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** (failuresBeyond - 1))
}

/** Counts a try towards all of these limits, or towards none. */
async function takeAll(limits: RateLimits, wanted: Taken[]): Promise<() => Promise<void>> {
  const taken: Taken[] = []
  const giveBack = async () => {
    await Promise.all(taken.map(([name, key]) => limits.giveBack(name, key)))
  }
  for (const one of wanted) {
    try {
      await limits.take(...one)
    } catch (error) {
      await giveBack()
      throw error
    }
    taken.push(one)
  }
  return giveBack
}
