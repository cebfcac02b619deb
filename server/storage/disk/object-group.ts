import { readFileSync } from 'node:fs'
import { chmod, chown, readdir, realpath, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { StartupError } from '../../errors/startup-error.ts'
import { hasSystemCode } from '../../errors/system-error.ts'
import { isShard } from './shards.ts'

/**
 * Mode of a folder that a group can pass through, but not list. The group may read objects and nothing else in
 * `DATA_DIR`. A proxy can then send the objects.
 */
const PASSAGE_MODE = 0o710
const FILE_MODE = 0o640

/** @param group Name or number. @returns Its number; `undefined` for an unknown name. A number is not looked up. */
export function findGroup(group: string): number | undefined {
  if (/^\d{1,9}$/.test(group)) return Number(group)
  const lines = readFileSync('/etc/group', 'utf8').split('\n')
  const id = lines.map((line) => line.split(':')).find(([name]) => name === group)?.[2]
  return id === undefined ? undefined : Number(id)
}

/** Lets the group, if set, pass through a folder. */
export async function letPass(folder: string, group: number | undefined): Promise<void> {
  if (group === undefined) return
  await chown(folder, -1, group)
  await chmod(folder, PASSAGE_MODE)
}

/** Lets the group, if set, read an object. */
export async function letRead(file: string, group: number | undefined): Promise<void> {
  if (group === undefined) return
  await chown(file, -1, group)
  await chmod(file, FILE_MODE)
}

/**
 * Lets the group read all existing objects. `dataDir` itself is opened only if they are stored in it. It stays closed
 * if `objects` is a link to another place.
 *
 * @param objects The folder that holds the folders of objects.
 * @throws {StartupError} If the current user lacks the permission, or PostgreSQL needs the group of `dataDir`.
 */
export async function openToGroup(group: number, { dataDir, objects }: { dataDir: string; objects: string }) {
  try {
    await openShards(objects, group)
    await letPass(objects, group)
    if (dirname(await realpath(objects)) === (await realpath(dataDir))) await openDataDir(dataDir, group)
  } catch (error) {
    if (!hasSystemCode(error, 'EPERM')) throw error
    throw new StartupError(
      `OBJECTS_GROUP: this user can’t give files to the group ${group} (EPERM). Please add the user to that group.`,
    )
  }
}

/** Opens the folders of objects, each after its contents, so that an interrupted start can be continued. */
async function openShards(objects: string, group: number): Promise<void> {
  for (const { name } of (await readdir(objects, { withFileTypes: true })).filter(isShard)) {
    const shard = join(objects, name)
    const { gid, mode } = await stat(shard)
    if (gid === group && (mode & 0o777) === PASSAGE_MODE) continue
    for (const key of await readdir(shard)) await letRead(join(shard, key), group)
    await letPass(shard, group)
  }
}

/**
 * Lets the group pass through `dataDir`. This is impossible if root starts PostgreSQL, which then runs as another user.
 * That user must also be able to enter, and a folder has only one group.
 */
async function openDataDir(dataDir: string, group: number): Promise<void> {
  const { gid, mode } = await stat(dataDir)
  if (gid !== group && (mode & 0o010) !== 0) {
    throw new StartupError(
      `OBJECTS_GROUP: the database in DATA_DIR (${dataDir}) belongs to another user, whose group has to pass there. ` +
        'Start Reverie as an ordinary user, set DATABASE_URL, or make objects a link to another folder.',
    )
  }
  await letPass(dataDir, group)
}
