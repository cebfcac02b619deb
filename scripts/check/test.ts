// `npm test`: builds the web app and runs the checks, then unit and server tests on a real PostgreSQL, then browser
// tests. A failed step does not stop the later ones, except that no test runs without the web app. `--deep` runs every
// test at its full size. `--nodes` runs only the browser tests and some HTTP tests, on a site of several machines. The
// last line is the sum: `N passed, N failed`.
import '../launch/stop-with-parent.mjs'
import { findProgram } from '../../e2e/support/servers/find-program.ts'
import { hasNginx, notRun as nginxNotRun } from '../../e2e/support/servers/nginx.ts'
import { hasSharedCorpus, notRun } from '../../server/test/media/shared-corpus.ts'
import { notRun as nodesNotRun } from '../../server/test/nodes/needs.ts'
import { hasSwift, notRun as swiftNotRun } from '../../server/test/swift/has-swift.ts'
import { hasPostgres15, notRun as postgresNotRun } from '../../server/test/servers/system-postgres.ts'
import { buildWeb } from '../serve/build-web.ts'
import { readArguments, refuseArguments } from '../support/read-arguments.ts'
import { runChecks } from './checks.ts'
import { type Outcome, runPlaywright, runVitest } from './test-runners.ts'

const SLOWEST_SHOWN = 10

const USAGE = 'npm test, npm run test:deep or npm run test:nodes. To run one file, see docs/testing.md.'
const { values } = readArguments(USAGE, { deep: { type: 'boolean' }, nodes: { type: 'boolean' } })
const { deep: isDeep, nodes: isOnNodes } = values
if (isDeep && isOnNodes) refuseArguments(USAGE)

if (isOnNodes && nodesNotRun) {
  console.log(nodesNotRun)
  process.exit(0)
}

const outcomes: Outcome[] = []
// The build runs beside the checks, because each of these leaves some processors idle.
const [checks, isBuilt] = await Promise.all([isOnNodes ? [] : runChecks(), buildWeb()])
if (!isOnNodes) {
  const failures = checks.filter((check) => !check.passed).map((check) => check.name)
  outcomes.push({ passed: checks.length - failures.length, failures, files: [] })
}
const depth = isDeep ? 'deep' : 'quick'
if (!isBuilt) outcomes.push({ passed: 0, failures: ['the build of the page'], files: [] })
else if (isOnNodes) outcomes.push(await runVitest('nodes'), await runPlaywright('quick', { E2E_SITE: 'nodes' }))
else outcomes.push(await runVitest(depth), await runPlaywright(depth))

const files = outcomes.flatMap((outcome) => outcome.files).toSorted((a, b) => b.seconds - a.seconds)
console.log('\nThe slowest test files:')
for (const { name, seconds } of files.slice(0, SLOWEST_SHOWN)) {
  console.log(`${seconds.toFixed(1).padStart(7)} s  ${name}`)
}
if (!hasSharedCorpus) console.log(`\n${notRun}`)
if (!hasNginx) console.log(`\n${nginxNotRun}`)
if (isDeep && !hasSwift) console.log(`\n${swiftNotRun}`)
if (isDeep && !hasPostgres15) console.log(`\n${postgresNotRun}`)
if (!findProgram('systemd-analyze'))
  console.log('\nNot run: checks of the systemd units (there is no systemd-analyze on the PATH).')

const failures = outcomes.flatMap((outcome) => outcome.failures)
if (failures.length > 0) console.log(`\nWhat failed:\n${failures.map((failure) => `  ${failure}`).join('\n')}`)

const passed = outcomes.reduce((total, outcome) => total + outcome.passed, 0)
console.log(`\n${passed} passed, ${failures.length} failed`)
process.exit(failures.length === 0 ? 0 : 1)
