import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Db } from '../../db/connect.ts'
import type { StoredCaptions } from '../../db/schema.ts'
import { asMade, type MadeFile } from './keep-renditions.ts'
import { type CaptionFacts, MAIN_PLAYLIST, STORYBOARD } from './media.engine.ts'
import { PLAYLIST_CONTENT_TYPE } from './playlists.ts'

const contentTypes = [
  { ending: '.m3u8', contentType: PLAYLIST_CONTENT_TYPE },
  { ending: '.mp4', contentType: 'video/mp4' },
  { ending: '.webp', contentType: 'image/webp' },
  { ending: '.vtt', contentType: 'text/vtt; charset=utf-8' },
]

export interface StreamAsMade {
  mainId: string
  storyboardId: string | undefined
  captions: StoredCaptions[]
  files: MadeFile[]
}

/** The stream in a folder as objects of a video: its playlists, which name files, come to name objects. */
export async function streamAsMade(
  db: Db,
  videoId: string,
  folder: string,
  captions: CaptionFacts[],
): Promise<StreamAsMade> {
  const files = new Map<string, MadeFile>()
  for (const name of await readdir(folder)) {
    files.set(name, await asMade(db, videoId, join(folder, name), contentTypeOf(name)))
  }
  for (const { file, contentType } of files.values()) {
    if (contentType === PLAYLIST_CONTENT_TYPE) await writeFile(file, renamed(await readFile(file, 'utf8'), files))
  }
  return {
    mainId: idOf(MAIN_PLAYLIST, files),
    storyboardId: files.get(STORYBOARD)?.id,
    captions: captions.map(({ fileName, ...words }) => ({ objectId: idOf(fileName, files), ...words })),
    files: [...files.values()],
  }
}

/** A name stands alone on its line, or in quotes. */
function renamed(playlist: string, files: ReadonlyMap<string, MadeFile>): string {
  return playlist.replaceAll(/(?<=^|")[\w.]+\.(?:mp4|m3u8)(?="|$)/gm, (name) => `/objects/${idOf(name, files)}`)
}

function idOf(name: string, files: ReadonlyMap<string, MadeFile>): string {
  const made = files.get(name)
  if (!made) throw new Error(`A stream names ${name}, which was not made`)
  return made.id
}

function contentTypeOf(name: string): string {
  const known = contentTypes.find(({ ending }) => name.endsWith(ending))
  if (!known) throw new Error(`A stream holds ${name}, of a kind that it should not hold`)
  return known.contentType
}
