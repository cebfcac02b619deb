import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { Reporter, SerializedError, TestModule } from 'vitest/node'

export interface VitestReport {
  passed: number
  failures: { file: string; title: string; message?: string }[]
  /** `seconds` is the sum over the file's tests. */
  files: { name: string; seconds: number }[]
}

/**
 * Writes the result of a run to the file `VITEST_REPORT`. Unlike Vitest's own report, it names failures outside of
 * tests: hooks, files that do not load, uncaught errors, crashed processes.
 */
export default class VitestReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], uncaught: readonly SerializedError[]): void {
    const { VITEST_REPORT } = process.env
    if (!VITEST_REPORT) return
    const report: VitestReport = {
      passed: modules.flatMap(({ children }) => [...children.allTests('passed')]).length,
      failures: [
        ...modules.flatMap(failuresOf),
        ...uncaught.map(({ VITEST_TEST_PATH: file, stack, message }) => ({
          file: typeof file === 'string' ? relative('.', file) : 'no file',
          title: 'outside of all tests',
          message: stack ?? message,
        })),
      ],
      files: modules.map((module) => ({ name: nameOf(module), seconds: module.diagnostic().duration / 1000 })),
    }
    writeFileSync(VITEST_REPORT, JSON.stringify(report))
  }
}

function failuresOf(module: TestModule): VitestReport['failures'] {
  const failed = [
    { title: 'the file', errors: module.errors() },
    ...[...module.children.allSuites()].map((suite) => ({ title: suite.fullName, errors: suite.errors() })),
    ...[...module.children.allTests('failed')].map((test) => ({
      title: test.fullName,
      errors: test.result().errors?.slice(0, 1) ?? [],
    })),
  ]
  return failed.flatMap(({ title, errors }) => errors.map(({ message }) => ({ file: nameOf(module), title, message })))
}

const nameOf = ({ moduleId }: TestModule): string => relative('.', moduleId)
