import { readFileSync } from 'node:fs'
import { configDefaults, defineConfig, defineProject } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { findProgram } from './e2e/support/servers/find-program.ts'
import { hasNginx } from './e2e/support/servers/nginx.ts'
import { atAddress, leftOut } from './server/test/nodes/left-out.ts'
import { hasPostgres15 } from './server/test/servers/system-postgres.ts'
import { hasSharedCorpus } from './server/test/media/shared-corpus.ts'
import { hasSwift } from './server/test/swift/has-swift.ts'

// The tests of numbers and dates expect English, whatever language the developer's machine speaks.
process.env.LC_ALL = 'C.UTF-8'

/** Matches the titles of all tests but these. */
function allBut(titles: string[]): RegExp {
  return new RegExp(`^(?!(?:${titles.map((title) => RegExp.escape(title)).join('|')})(?:\\W|$))`)
}

/**
 * Starts the tests that are long by nature first, and component tests last. Vitest's default order, the largest files
 * first, would start a long test of few lines at the end, when nothing is left to run beside it.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId, project }: TestSpecification) => {
      if (project.name === 'components') return 2
      return moduleId.endsWith('.deep.test.ts') || readFileSync(moduleId, 'utf8').includes('sizeOf(') ? 0 : 1
    }
    // oxlint-disable-next-line unicorn/no-array-sort -- the sequencer's method
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b))
  }
}

/**
 * By default the quick tests run, and samples of the tests that are long by nature. `--mode deep` runs every test at
 * its full size. `--mode nodes` runs some tests over HTTP, at the address of a site on several machines.
 */
export default defineConfig(({ mode }) => {
  const server = defineProject({
    test: {
      name: 'server',
      include: mode === 'nodes' ? atAddress : ['{contract,lint,scripts,server,web}/**/*.test.ts'],
      ...(mode === 'nodes' && { testNamePattern: allBut(leftOut.flatMap(({ titles }) => titles)) }),
      exclude: [
        ...configDefaults.exclude,
        ...(isQuick(mode) ? ['**/*.deep.test.ts'] : []),
        ...(hasPostgres15 ? [] : ['**/postgres15.*test.ts']),
        ...(findProgram('systemd-analyze') ? [] : ['**/systemd-units.test.ts']),
        ...(hasNginx ? [] : ['**/*nginx.*test.ts']),
        ...(hasSharedCorpus ? [] : ['**/shared-corpus.*test.ts']),
        ...(hasSwift ? [] : ['**/swift.*test.ts']),
      ],
      environment: 'node',
      // Node loads our modules itself, as it does in production. That takes less time than Vite's module runner.
      experimental: { viteModuleRunner: false, nodeLoader: false },
      globalSetup: 'server/test/postgres.setup.ts',
      provide: { isDeep: !isQuick(mode) },
      setupFiles: ['server/test/console.setup.ts', 'server/test/media-children.setup.ts'],
      ...shared(mode),
    },
  })
  const components = defineProject({
    test: {
      name: 'components',
      include: ['web/**/*.test.tsx'],
      environment: 'happy-dom',
      setupFiles: ['server/test/console.setup.ts', 'web/test/components.setup.ts'],
      ...shared(mode),
    },
  })
  // On two cores, a third process uses the time in which the others wait: for PostgreSQL, media children and timers.
  return {
    test: {
      maxWorkers: 3,
      sequence: { sequencer: LongestFirst },
      projects: mode === 'nodes' ? [server] : [server, components],
    },
  }
})

function isQuick(mode: string): boolean {
  return mode !== 'deep' && mode !== 'nodes'
}

function shared(mode: string) {
  return {
    // Processes instead of threads: native code (image and video libraries) that crashes ends one test file, and not
    // the whole run.
    pool: 'forks',
    // Test files share processes, because loading the server for each would take longer than most tests.
    isolate: false,
    // A timeout only ends a test that hangs. It says nothing about speed, because a machine may be slow or busy.
    testTimeout: isQuick(mode) ? 300_000 : 1_200_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000, interval: 10 } },
  } as const
}
