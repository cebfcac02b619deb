import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const folders = ['.ci', 'bench', 'contract', 'e2e', 'scripts', 'server', 'web']
/** Knows where the shared corpus may be, and whether it is there. */
const asking = 'server/test/media/shared-corpus.ts'

test('nothing reads what stands beside the clone, but for the one file that asks whether it is there', () => {
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name)),
  )
  expect(files.length).toBeGreaterThan(300)
  const reading = files.filter((file) => /\.\.\/shared\//.test(readFileSync(file, 'utf8')))
  expect(reading).toEqual([asking])
})
