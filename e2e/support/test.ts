import {
  type APIRequestContext,
  type BrowserContext,
  type ConsoleMessage,
  expect,
  test as base,
} from '@playwright/test'
import { signUpQuickly } from './people.ts'

export { expect }

/** `test.use(inMotion)` in files about what moves: everywhere else less motion is asked for, as a person may. */
export const inMotion = { contextOptions: { reducedMotion: 'no-preference' } } as const

/** Somebody who does things by calls only, in a session of their own. */
export interface Person {
  id: string
  request: APIRequestContext
}

/**
 * Fails a test in which any page reported an error: on the console (violations of the content security policy are
 * reported there, too), as an exception that nothing caught, or as a 5xx reply.
 */
export const test = base.extend<{
  /** What a test provokes on purpose: `test.use({ expectedErrors: [/offline/] })`. */
  expectedErrors: RegExp[]
  /** Whether posters, previews and streams are made of what is published: only for tests that look at them. */
  rendering: boolean
  /** What the product keeps. */
  dataDir: string
  /** Signs up somebody else. Far quicker than another browser, where no page of theirs is looked at. */
  another: (username: string) => Promise<Person>
  failOnErrors: void
}>({
  expectedErrors: [[], { option: true }],
  rendering: [false, { option: true }],
  baseURL: async ({ rendering }, use) => use(rendering ? process.env.E2E_RENDERING_URL : process.env.E2E_URL),
  // A reply that is still on its way to a handler of `page.route` when the test is over is nobody's failure.
  context: async ({ context }, use) => {
    await use(context)
    await endRoutes(context)
  },
  dataDir: async ({ rendering }, use) =>
    use((rendering ? process.env.E2E_RENDERING_DATA_DIR : process.env.E2E_DATA_DIR) ?? ''),
  another: async ({ playwright, baseURL }, use) => {
    const sessions: APIRequestContext[] = []
    await use(async (username) => {
      const request = await playwright.request.newContext({ ...(baseURL && { baseURL }) })
      sessions.push(request)
      return { request, id: await signUpQuickly({ request }, username) }
    })
    await Promise.all(sessions.map((session) => session.dispose()))
  },
  failOnErrors: [
    async ({ browser, expectedErrors }, use) => {
      const errors: string[] = []
      const listen = (context: BrowserContext) => {
        context.on('weberror', (error) => errors.push(String(error.error().stack)))
        context.on(
          'console',
          (message) => isError(message) && errors.push(`${message.text()} (${message.location().url})`),
        )
      }
      browser.on('context', listen)
      await use()
      browser.off('context', listen)
      // What a test has opened beside its page, and left open, would live on behind the next test.
      for (const context of browser.contexts()) {
        await endRoutes(context)
        await context.close()
      }
      expect(errors.filter((error) => !expectedErrors.some((expected) => expected.test(error)))).toEqual([])
    },
    { auto: true },
  ],
})

async function endRoutes(context: BrowserContext): Promise<void> {
  await Promise.all([context, ...context.pages()].map((routed) => routed.unrouteAll({ behavior: 'ignoreErrors' })))
}

function isError(message: ConsoleMessage): boolean {
  // The browser itself reports each 4xx reply, which the page may well have expected.
  return message.type() === 'error' && !/^Failed to load resource: .* status of 4\d\d/.test(message.text())
}
