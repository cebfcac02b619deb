import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const folders = ['.ci', 'bench', 'contract', 'e2e', 'scripts', 'server', 'web']
/** The file that finds the shared corpus. */
const asking = 'server/test/media/shared-corpus.ts'

test('only one file names the shared folder beside the clone', () => {
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name)),
  )
  expect(files.length).toBeGreaterThan(300)
  const reading = files.filter((file) => /\.\.\/shared\//.test(readFileSync(file, 'utf8')))
  expect(reading).toEqual([asking])
})
