import { readdir, readFile, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { Db } from '../../../db/connect.ts'
import { createRendition, type MadeFile } from './store-renditions.ts'
import { type CaptionFacts, MAIN_PLAYLIST, STORYBOARD } from '../../../media/engine/engine.ts'
import { renditionTypes } from '../../../media/stream/rendition-types.ts'
import { objectPath } from '../../../objects/object-address.ts'

const contentTypes: Record<string, string> = {
  '.m3u8': renditionTypes.stream,
  '.mp4': 'video/mp4',
  '.webp': renditionTypes.storyboard,
  '.vtt': renditionTypes.captions,
}

/**
 * Creates an object for each file of the stream in a folder. The playlists name files, and are rewritten to name
 * objects. `storeRenditions` stores the files.
 */
export async function createStreamObjects(db: Db, videoId: string, folder: string, captions: CaptionFacts[]) {
  const files = new Map<string, MadeFile>()
  for (const name of await readdir(folder)) {
    files.set(name, await createRendition(db, videoId, join(folder, name), contentTypeOf(name)))
  }
  for (const { file, contentType } of files.values()) {
    if (contentType === renditionTypes.stream) await writeFile(file, nameObjects(await readFile(file, 'utf8'), files))
  }
  return {
    mainId: getMadeFile(MAIN_PLAYLIST, files).id,
    storyboardId: files.get(STORYBOARD)?.id,
    captions: captions.map(({ fileName, ...words }) => ({ objectId: getMadeFile(fileName, files).id, ...words })),
    files: [...files.values()],
  }
}

/** Replaces each file name, which is alone on its line or in quotes, with the path of its object. */
function nameObjects(playlist: string, files: ReadonlyMap<string, MadeFile>): string {
  return playlist.replaceAll(/(?<=^|")[\w.]+\.(?:mp4|m3u8)(?="|$)/gm, (name) => {
    const { id, contentType } = getMadeFile(name, files)
    return objectPath(id, contentType)
  })
}

function getMadeFile(name: string, files: ReadonlyMap<string, MadeFile>): MadeFile {
  const made = files.get(name)
  if (!made) throw new Error(`A stream names ${name}, which was not made`)
  return made
}

function contentTypeOf(name: string): string {
  const contentType = contentTypes[extname(name)]
  if (!contentType) throw new Error(`A stream contains ${name}, which has no known content type`)
  return contentType
}
