import { chmodSync, type DisposableTempDir, mkdtempDisposableSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Creates a temporary folder, which `using` removes at the end of its scope. @param parent By default the system's. */
export function scratchFolder(parent = tmpdir()): DisposableTempDir {
  const folder = mkdtempDisposableSync(join(parent, 'reverie-bench-'))
  chmodSync(folder.path, 0o711) // If root starts PostgreSQL, it runs as another user, who must be able to enter.
  return folder
}
