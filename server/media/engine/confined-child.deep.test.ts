import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, readdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { beforeEach, describe, expect, test } from 'vitest'
import { type SampleClip, sampleClip } from '../../test/media/sample-clips.ts'
import { writeClip } from '../../test/media/generated-clip.ts'
import { listen } from '../../test/servers/listen.ts'
import { testFolder } from '../../test/test-folder.ts'
import { inspectVideo, MAIN_PLAYLIST, renderPoster, renderPreview, UnreadableVideoError } from './engine.ts'

let folder: string
beforeEach(() => {
  folder = testFolder()
})

describe('a file that points to others', () => {
  // The other file is a video, so if it were opened, the disguised file would pass for one.
  const disguises: { is: string; text: (canary: string) => string }[] = [
    {
      is: 'an HLS playlist',
      text: (canary) => `#EXTM3U\n#EXT-X-TARGETDURATION:9\n#EXTINF:9,\n${canary}\n#EXT-X-ENDLIST\n`,
    },
    { is: 'a list to concatenate', text: (canary) => `ffconcat version 1.0\nfile '${canary}'\n` },
    {
      is: 'a DASH manifest',
      text: (canary) =>
        `<?xml version="1.0"?>\n<MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" mediaPresentationDuration="PT2S"><Period><AdaptationSet mimeType="video/mp4"><Representation id="1" bandwidth="1"><BaseURL>${canary}</BaseURL></Representation></AdaptationSet></Period></MPD>\n`,
    },
    {
      is: 'a session description',
      text: (canary) =>
        `v=0\no=- 0 0 IN IP4 127.0.0.1\ns=${canary}\nc=IN IP4 127.0.0.1\nt=0 0\nm=video 5004 RTP/AVP 96\na=rtpmap:96 H264/90000\n`,
    },
    { is: 'plain text', text: (canary) => canary },
  ]

  test.each(disguises)('$is named .mp4 is refused', async ({ text }) => {
    const canary = join(folder, 'canary.ts')
    writeClip(canary, { muxer: 'mpegts' })
    const disguised = join(folder, 'disguised.mp4')
    await writeFile(disguised, text(canary))
    await expect(inspectVideo(disguised)).rejects.toThrow('read this video format')
    await expect(renderPoster(disguised, join(folder, 'poster.webp'))).rejects.toThrow(UnreadableVideoError)
    await expect(renderPreview(disguised, join(folder, 'preview.mp4'))).rejects.toThrow(UnreadableVideoError)
    expect((await readdir(folder)).toSorted()).toEqual(['canary.ts', 'disguised.mp4'])
  })

  test('does not reach the network', async () => {
    let visits = 0
    const listener = createServer((_request, response) => {
      visits++
      response.end()
    })
    const port = await listen(listener)
    for (const { text } of disguises) {
      const disguised = join(folder, 'disguised.mp4')
      await writeFile(disguised, text(`http://127.0.0.1:${port}/video.mp4`))
      await expect(inspectVideo(disguised)).rejects.toThrow(UnreadableVideoError)
    }
    listener.close()
    expect(visits).toBe(0)
  })
})

describe('limits', () => {
  test('a child that takes too long is killed and leaves nothing', async () => {
    const stalling = makeStallingFile()
    await expect(renderPoster(stalling, join(folder, 'poster.webp'), { timeoutMs: 300 })).rejects.toThrow(
      'took too long',
    )
    expect(await childrenWorkingOn(stalling)).toEqual([])
    expect(await readdir(folder)).toEqual(['stalling.mp4'])
  })

  test('a child that takes too long is killed in the middle of its work', async () => {
    const out = join(folder, 'preview.mp4')
    await expect(renderPreview(sampleClip('hevc.mp4'), out, { timeoutMs: 350 })).rejects.toThrow('took too long')
    expect(await readdir(folder)).toEqual([])
  })

  test('a decoder that crashes twice counts as the file’s fault', async () => {
    const file = await copyOf('hevc.mp4')
    const failure = renderPreview(file, join(folder, 'preview.mp4')).catch((error: unknown) => error)
    const crashed = new Set<number>()
    const crashNext = async () => {
      const [pid] = await childrenWorkingOn(file)
      const hasStarted = (await readdir(folder, { recursive: true })).some((name) => name.endsWith('/output'))
      if (pid !== undefined && hasStarted && !crashed.has(pid)) {
        crashed.add(pid)
        process.kill(pid, 'SIGSEGV')
      }
      return crashed.size
    }
    await expect.poll(crashNext).toBe(2)
    expect(String(await failure)).toContain('This file is damaged')
    expect(await readdir(folder)).toEqual(['hevc.mp4'])
  })

  test('an aborted call rejects with the reason, once the child has ended', async () => {
    const stalling = makeStallingFile()
    const reason = new Error('closing time')
    const controller = new AbortController()
    const work = renderPreview(stalling, join(folder, 'preview.mp4'), { signal: controller.signal })
    await expect.poll(() => childrenWorkingOn(stalling)).toHaveLength(1)
    controller.abort(reason)
    await expect(work).rejects.toBe(reason)
    expect(await childrenWorkingOn(stalling)).toEqual([])
    expect(await readdir(folder)).toEqual(['stalling.mp4'])
  })

  test('work that is aborted beforehand does not start', async () => {
    const reason = new Error('closed')
    const signal = AbortSignal.abort(reason)
    await expect(inspectVideo(join(folder, 'any.mp4'), { signal })).rejects.toBe(reason)
  })

  test('at most two inspections run at once', async () => {
    const stalling = makeStallingFile()
    const controller = new AbortController()
    const work = Promise.allSettled([1, 2, 3, 4].map(() => inspectVideo(stalling, { signal: controller.signal })))
    await expect.poll(() => childrenWorkingOn(stalling)).toHaveLength(2)
    controller.abort(new Error('enough'))
    expect((await work).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected', 'rejected'])
    expect(await childrenWorkingOn(stalling)).toEqual([])
  })

  test('a server that runs at the lowest priority can make streams', async () => {
    const [engine, clip] = [pathToFileURL(join(import.meta.dirname, 'engine.ts')).href, sampleClip('plain-h264.mp4')]
    const script = `import { setPriority } from 'node:os'; import { renderStream } from '${engine}';
      setPriority(19); await renderStream('${clip}', '${join(folder, 'stream')}')`
    execFileSync(process.execPath, ['--input-type=module', '--eval', script])
    expect(await readdir(join(folder, 'stream'))).toContain(MAIN_PLAYLIST)
  })

  test('the child inherits nothing of the server’s environment', async () => {
    const stalling = makeStallingFile()
    const controller = new AbortController()
    const work = inspectVideo(stalling, { signal: controller.signal }).catch(() => {})
    // The environments are polled, because the launcher can become the child between two reads.
    const environments = async () =>
      Promise.all((await childrenWorkingOn(stalling)).map((pid) => readFile(`/proc/${pid}/environ`, 'utf8')))
    await expect.poll(environments).toEqual([''])
    controller.abort(new Error('seen'))
    await work
  })
})

describe('when the parent is killed', () => {
  test.each([
    { while: 'waiting for a file', busySeconds: 0, file: () => makeStallingFile() },
    { while: 'deep in a decoder', busySeconds: 0.4, file: () => copyOf('hevc.mp4') },
  ])('its child, $while, is ended as well', async ({ file, busySeconds }) => {
    const path = await file()
    const engine = pathToFileURL(join(import.meta.dirname, 'engine.ts')).href
    const script = `import { renderPreview } from '${engine}'; await renderPreview('${path}', '${join(folder, 'out.mp4')}')`
    const parent = spawn(process.execPath, ['--input-type=module', '--eval', script], { stdio: 'inherit' })
    await expect.poll(() => childrenWorkingOn(path)).toHaveLength(1)
    await expect.poll(async () => (await readdir(folder)).some((name) => name.startsWith('.reverie-media-'))).toBe(true)
    // Waits until the child is in the middle of its task: the whole preview takes seconds of processor time.
    await expect.poll(() => cpuSecondsOf(path)).toBeGreaterThanOrEqual(busySeconds)
    parent.kill('SIGKILL')
    await once(parent, 'exit')
    await expect.poll(() => childrenWorkingOn(path)).toEqual([])
  })
})

/** Creates a pipe without a writer, so that opening it blocks. */
function makeStallingFile(): string {
  const path = join(folder, 'stalling.mp4')
  execFileSync('mkfifo', [path])
  return path
}

async function copyOf(file: SampleClip): Promise<string> {
  const path = join(folder, file)
  await copyFile(sampleClip(file), path)
  return path
}

/** Returns the process ids of the media children that read this file. */
async function childrenWorkingOn(path: string): Promise<number[]> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const commands = await Promise.all(ids.map((id) => readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '')))
  return ids.filter((_, at) => /\/child\.[jt]s/.test(commands[at] ?? '') && commands[at]!.includes(path)).map(Number)
}

/** Returns the processor time of the child that reads this file, or 0 if there is none. */
async function cpuSecondsOf(path: string): Promise<number> {
  const [pid] = await childrenWorkingOn(path)
  const stat = pid ? await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '') : ''
  const [userTicks = 0, systemTicks = 0] = stat.split(') ')[1]?.split(' ').slice(11, 13).map(Number) ?? []
  return (userTicks + systemTicks) / 100
}
