// `npm run check`: formatting, lint with import directions, types. Everything that can be said without running the code.
import './stop-with-parent.ts'
import { runChecks } from './checks.ts'

const failed = (await runChecks()).filter(({ passed }) => !passed)
if (failed.length > 0) {
  console.error(`Failed: ${failed.map(({ name }) => name).join(', ')}`)
  process.exit(1)
}
