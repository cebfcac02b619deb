import { expectTextOnEveryScreen } from './payload-on-screens.ts'
import { test } from '../support/test.ts'

// A sample of script-payloads.deep.spec.ts.
const payload = '"><img src=x onerror="window.hacked=1">'

test(`${payload} stays text on every screen`, async ({ page }) => {
  await expectTextOnEveryScreen(page, payload)
})
