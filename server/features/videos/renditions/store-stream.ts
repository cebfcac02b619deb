import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Db } from '../../../db/connect.ts'
import type { StoredCaptions } from '../../../db/schema/schema.ts'
import { storeRendition, type MadeFile } from './keep-renditions.ts'
import { type CaptionFacts, MAIN_PLAYLIST, STORYBOARD } from '../../../media/engine/engine.ts'
import { renditionTypes } from '../../../media/stream/rendition-types.ts'
import { objectPath } from '../../../objects/object-address.ts'

const contentTypes = [
  { ending: '.m3u8', contentType: renditionTypes.stream },
  { ending: '.mp4', contentType: 'video/mp4' },
  { ending: '.webp', contentType: renditionTypes.storyboard },
  { ending: '.vtt', contentType: renditionTypes.captions },
]

interface StoredStream {
  mainId: string
  storyboardId: string | undefined
  captions: StoredCaptions[]
  files: MadeFile[]
}

/**
 * Stores the stream in a folder as objects of a video. Its playlists, which name files, are rewritten to name objects.
 */
export async function storeStream(
  db: Db,
  videoId: string,
  folder: string,
  captions: CaptionFacts[],
): Promise<StoredStream> {
  const files = new Map<string, MadeFile>()
  for (const name of await readdir(folder)) {
    files.set(name, await storeRendition(db, videoId, join(folder, name), contentTypeOf(name)))
  }
  for (const { file, contentType } of files.values()) {
    if (contentType === renditionTypes.stream) await writeFile(file, renamed(await readFile(file, 'utf8'), files))
  }
  return {
    mainId: madeOf(MAIN_PLAYLIST, files).id,
    storyboardId: files.get(STORYBOARD)?.id,
    captions: captions.map(({ fileName, ...words }) => ({ objectId: madeOf(fileName, files).id, ...words })),
    files: [...files.values()],
  }
}

/** Replaces each file name, which is alone on its line or in quotes, with the path of its object. */
function renamed(playlist: string, files: ReadonlyMap<string, MadeFile>): string {
  return playlist.replaceAll(/(?<=^|")[\w.]+\.(?:mp4|m3u8)(?="|$)/gm, (name) => {
    const { id, contentType } = madeOf(name, files)
    return objectPath(id, contentType)
  })
}

function madeOf(name: string, files: ReadonlyMap<string, MadeFile>): MadeFile {
  const made = files.get(name)
  if (!made) throw new Error(`A stream names ${name}, which was not made`)
  return made
}

function contentTypeOf(name: string): string {
  const known = contentTypes.find(({ ending }) => name.endsWith(ending))
  if (!known) throw new Error(`A stream contains ${name}, which has no known content type`)
  return known.contentType
}
