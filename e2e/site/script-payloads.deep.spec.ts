import { onOwnSite } from '../support/servers/own-site.ts'
import { expectTextInCase, expectTextOnEveryScreen } from './payload-on-screens.ts'

// A case needs moderators, and the tests on the shared site rely on having none.
const test = onOwnSite()

const payloads = [
  '"><img src=x onerror="window.hacked=1">',
  '<script>window.hacked = 1</script>',
  '<svg/onload=window.hacked=1>',
  '</title><script>window.hacked=1</script>',
  'javascript:window.hacked=1//\'"`${1}{{1}}',
]

test('scripts in users’ text never run, and every screen shows them as text', async ({ page, another, dataDir }) => {
  for (const payload of payloads) {
    await test.step(payload, async () => {
      await page.context().clearCookies()
      await expectTextOnEveryScreen(page, payload)
    })
  }
  await test.step('in a case', () => expectTextInCase(page, payloads[0]!, { another, dataDir }))
})
