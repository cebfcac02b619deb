import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ALL_FORMATS, EncodedPacketSink, FilePathSource, Input } from 'mediabunny'
import { expect } from 'vitest'
import { MAIN_PLAYLIST, renderStream } from '../engine/engine.ts'

interface ReadVariant {
  size: string
  height: number
  codecs: string
  file: string
  bytes: number
  durations: number[]
  spans: { offset: number; size: number }[]
  seconds: number
  rate: number
  times: number[]
  keys: number[]
}

/** Renders the stream of a clip next to it, and reads the stream. */
export async function streamOf(clip: string) {
  const path = `${clip}.stream`
  const facts = await renderStream(clip, path)
  return { path, facts, ...(await readStream(path)) }
}

/** Reads a stream as a player does, from its main playlist. */
export async function readStream(path: string): Promise<{ variants: ReadVariant[] }> {
  const main = await readFile(join(path, MAIN_PLAYLIST), 'utf8')
  const variants = [...main.matchAll(/CODECS="([^"]+)",RESOLUTION=(\d+)x(\d+),FRAME-RATE=[\d.]+\n(.+)\n/g)]
  return {
    variants: await Promise.all(
      variants.map(([, codecs, width, height, name]) => readVariant(path, `${width}x${height}`, codecs!, name!)),
    ),
  }
}

async function readVariant(path: string, size: string, codecs: string, name: string): Promise<ReadVariant> {
  const playlist = await readFile(join(path, name), 'utf8')
  const [, file = '', headSize, headOffset] = /MAP:URI="(.+)",BYTERANGE="(\d+)@(\d+)"/.exec(playlist) ?? []
  const spans = [...playlist.matchAll(/BYTERANGE:(\d+)@(\d+)\n(.+)/g)].map((span) => {
    expect(span[3]).toBe(file)
    return { offset: Number(span[2]), size: Number(span[1]) }
  })
  const input = new Input({ source: new FilePathSource(join(path, file)), formats: ALL_FORMATS })
  const [video] = await input.getVideoTracks()
  expect(`${await video!.getDisplayWidth()}x${await video!.getDisplayHeight()}`).toBe(size)
  const packets = await Array.fromAsync(new EncodedPacketSink(video!).packets())
  const shown = packets.toSorted((a, b) => a.timestamp - b.timestamp)
  return {
    size,
    height: await video!.getDisplayHeight(),
    codecs,
    file,
    bytes: (await readFile(join(path, file))).length,
    durations: [...playlist.matchAll(/EXTINF:([\d.]+),/g)].map(([, seconds]) => round(Number(seconds))),
    spans: [{ offset: Number(headOffset), size: Number(headSize) }, ...spans],
    seconds: await video!.computeDuration(),
    rate: (await video!.computePacketStats()).averagePacketRate,
    times: shown.map(({ timestamp }) => round(timestamp)),
    keys: shown.filter(({ type }) => type === 'key').map(({ timestamp }) => round(timestamp)),
  }
}

function round(seconds: number): number {
  return Math.round(seconds * 1000) / 1000
}
