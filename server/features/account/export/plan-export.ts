import type { ExportPart } from '../../../../contract/account/export.ts'
import type { Db } from '../../../db/connect.ts'
import { encodeCursor } from '../../../http/cursor.ts'
import { layOut } from '../../../zip/zip-archive.ts'
import { filesOf, groupOriginals, listOriginals } from './originals.ts'
import type { PartName } from './part-address.ts'

/** A part of the export, before its address is signed. */
export type PlannedPart = Omit<ExportPart, 'url' | 'fileName'> & PartName

/** Returns the parts that hold an account's clips. */
export async function planOriginals(db: Db, userId: string): Promise<PlannedPart[]> {
  const parts: PlannedPart[] = []
  for await (const group of groupOriginals(listOriginals(db, userId))) {
    const [first, last] = [group[0], group.at(-1)]
    if (!first || !last) continue
    parts.push({
      number: parts.length + 1,
      sizeBytes: layOut(group.flatMap(filesOf)).sizeBytes,
      clipsCount: group.length,
      from: first.createdAt,
      until: last.createdAt,
      first: encodeCursor(first),
      last: encodeCursor(last),
    })
  }
  return parts
}

/** Returns the file name under which a part is saved. */
export function partFileName(number: number, at: Date): string {
  const day = at.toISOString().slice(0, 10)
  return number === 0 ? `account ${day}.zip` : `clips ${number} ${day}.zip`
}
