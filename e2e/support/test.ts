import {
  type APIRequestContext,
  type BrowserContext,
  type ConsoleMessage,
  expect,
  test as base,
} from '@playwright/test'
import { signUpQuickly } from './people.ts'

export { expect }

/** Allows motion, for files that test it. All others request reduced motion. */
export const inMotion = { contextOptions: { reducedMotion: 'no-preference' } } as const

/** A user who acts only through the API, in a separate session. */
export interface Person {
  id: string
  request: APIRequestContext
}

/**
 * Fails a test if any page reported an error: a console error, an uncaught exception, or a 5xx response. Violations of
 * the content security policy are console errors.
 */
export const test = base.extend<{
  /** Errors that a test causes on purpose: `test.use({ expectedErrors: [/offline/] })`. */
  expectedErrors: RegExp[]
  /** Whether posters, previews and streams are made of published clips. Only for tests that need them. */
  rendering: boolean
  dataDir: string
  /**
   * Signs up another user. This is much faster than a second browser, and enough if the test needs none of their
   * screens.
   */
  another: (username: string) => Promise<Person>
  failOnErrors: void
}>({
  expectedErrors: [[], { option: true }],
  rendering: [false, { option: true }],
  baseURL: async ({ rendering }, use) => use(rendering ? process.env.E2E_RENDERING_URL : process.env.E2E_URL),
  // A response that reaches a `page.route` handler after the end of the test does not fail the test.
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
      // Closes the contexts that the test has opened and left open. Otherwise they would stay open during the next
      // test.
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
  // The browser reports each 4xx response as an error, even if the page expected it.
  return message.type() === 'error' && !/^Failed to load resource: .* status of 4\d\d/.test(message.text())
}
