import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Account, canEnter, createOpenFolder, createPassage, isRoot, newAccount } from '../data-dir/account.ts'
import { type Home, systemFolder } from './home.ts'
import { isAlive, type ProcessIdentity, thisProcess } from '../data-dir/processes.ts'

const prefix = 'reverie-throwaway-'

/** A fresh folder for a database that nobody keeps. The next one that is made removes it if we cannot. */
export function createTemporaryHome(): Home & { folder: string } {
  const account = newAccount()
  const parent = findTemporaryParent(account)
  removeAbandoned(parent)
  const folder = join(parent, `${prefix}${randomUUID()}`)
  createPassage(folder, account)
  writeFileSync(join(folder, 'owner'), JSON.stringify(thisProcess()))
  return { folder, cluster: join(folder, 'postgres'), account, binariesFolder: isRoot() ? systemFolder : folder }
}

/** Where `account` can enter, for what does not last. */
export function findTemporaryParent(account: Account): string {
  const parent = canEnter(account, tmpdir()) ? tmpdir() : systemFolder
  createOpenFolder(parent)
  return parent
}

/** Tests are interrupted often, and each leaves 45 MB. */
function removeAbandoned(parent: string): void {
  for (const name of readdirSync(parent).filter((entry) => entry.startsWith(prefix))) {
    try {
      const owner = JSON.parse(readFileSync(join(parent, name, 'owner'), 'utf8')) as ProcessIdentity
      if (!isAlive(owner)) rmSync(join(parent, name), { recursive: true })
    } catch {
      // Another user's, or one that is being made or removed right now.
    }
  }
}
