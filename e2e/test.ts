import { type BrowserContext, type ConsoleMessage, expect, test as base } from '@playwright/test'

export { expect }

/**
 * Fails a test in which any page reported an error: on the console (violations of the content security policy are
 * reported there, too), as an exception that nothing caught, or as a 5xx reply.
 */
export const test = base.extend<{
  /** What a test provokes on purpose: `test.use({ expectedErrors: [/offline/] })`. */
  expectedErrors: RegExp[]
  failOnErrors: void
}>({
  expectedErrors: [[], { option: true }],
  baseURL: async ({}, use) => use(process.env.E2E_URL),
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
      expect(errors.filter((error) => !expectedErrors.some((expected) => expected.test(error)))).toEqual([])
    },
    { auto: true },
  ],
})

function isError(message: ConsoleMessage): boolean {
  // The browser itself reports each 4xx reply, which the page may well have expected.
  return message.type() === 'error' && !/^Failed to load resource: .* status of 4\d\d/.test(message.text())
}
