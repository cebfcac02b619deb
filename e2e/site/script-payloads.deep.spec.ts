import { expectTextOnEveryScreen } from './payload-on-screens.ts'
import { test } from '../support/test.ts'

const payloads = [
  '"><img src=x onerror="window.hacked=1">',
  '<script>window.hacked = 1</script>',
  '<svg/onload=window.hacked=1>',
  '</title><script>window.hacked=1</script>',
  'javascript:window.hacked=1//\'"`${1}{{1}}',
]

for (const payload of payloads) {
  test(`${payload} stays text on every screen`, async ({ page }) => {
    await expectTextOnEveryScreen(page, payload)
  })
}
