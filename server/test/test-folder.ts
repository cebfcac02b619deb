import { randomUUID } from 'node:crypto'
import { chmodSync, mkdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, onTestFinished } from 'vitest'

interface Options {
  /** Whether PostgreSQL must be able to enter. If root starts it, it runs as another user. */
  isOpen?: boolean
}

/** Creates a temporary folder for the current test. */
export function testFolder(options?: Options): string {
  const folder = newPath()
  create(folder, options)
  onTestFinished(() => remove(folder))
  return folder
}

/** Returns the path of a temporary folder that exists during the tests of the file or `describe`. */
export function sharedFolder(options?: Options): string {
  const folder = newPath()
  beforeAll(() => create(folder, options))
  afterAll(() => remove(folder))
  return folder
}

const newPath = () => join(tmpdir(), `reverie-test-${randomUUID()}`)

function create(folder: string, { isOpen = false }: Options = {}): void {
  mkdirSync(folder)
  chmodSync(folder, isOpen ? 0o711 : 0o700)
}

function remove(folder: string): void {
  rmSync(folder, { recursive: true, force: true })
}
