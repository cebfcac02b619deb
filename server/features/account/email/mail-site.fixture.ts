import { afterAll, beforeAll } from 'vitest'
import { startMailServer, type TestMailServer } from '../../../test/servers/mail-server.ts'
import { startTestApp, type TestApp } from '../../../test/test-app.ts'

/**
 * Starts a mail server, and an application that uses it, before the tests of a file. Stops both after them.
 *
 * @returns Both, without properties before the hooks run. No worker sends e-mails yet.
 */
export function testMailSite(): { server: TestMailServer; t: TestApp } {
  const [server, t] = [{} as TestMailServer, {} as TestApp]
  beforeAll(async () => {
    Object.assign(server, await startMailServer())
    Object.assign(t, await startTestApp({ mail: server.mail }))
  })
  afterAll(async () => {
    await t.stop()
    await server.goAway()
  })
  return { server, t }
}
