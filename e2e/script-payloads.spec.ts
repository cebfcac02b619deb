import { expectTextOnEveryScreen } from './payload-on-screens.ts'
import { test } from './test.ts'

// A sample of script-payloads.deep.spec.ts.
const payloads = ['"><img src=x onerror="window.hacked=1">', 'javascript:window.hacked=1//\'"`${1}{{1}}']

for (const payload of payloads) {
  test(`${payload} stays text on every screen`, async ({ page }) => {
    await expectTextOnEveryScreen(page, payload)
  })
}
