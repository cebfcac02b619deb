import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type CueFormat, cueTextOf } from './cue-text.ts'
import { type ClipKind, clipIn } from '../../test/media/generated-clip.ts'
import type { CaptionKind } from '../../test/media/generated-tracks.ts'
import { renderStream } from '../engine/engine.ts'
import { webVtt } from './webvtt.ts'
import { sharedFolder } from '../../test/test-folder.ts'

const folder = sharedFolder()

/** Returns the captions of a clip's stream with the text of their files. */
async function captionsOf(kind: ClipKind): Promise<{ language: string | null; label: string; vtt: string }[]> {
  const path = clipIn(folder, { width: 64, height: 48, seconds: 2, frameRate: 5, ...kind })
  const { captions, variants } = await renderStream(path, `${path}.stream`)
  expect(variants).toHaveLength(1)
  return Promise.all(
    captions.map(async ({ fileName, ...words }) => ({
      ...words,
      vtt: await readFile(join(`${path}.stream`, fileName), 'utf8'),
    })),
  )
}

const hello = { at: 0.25, seconds: 0.5, text: 'Hello' }

test('text in MP4 becomes WebVTT with its times, language and name', async () => {
  const bye = { at: 1, seconds: 0.75, text: 'And\r\n\r\ngood-bye, <i>all</i>' }
  expect(
    await captionsOf({
      captions: [
        { codec: 'mov_text', tags: { language: 'ger' }, cues: [hello, { at: 0.75, seconds: 0.25, text: '' }, bye] },
        { codec: 'mov_text', cues: [] },
      ],
      audio: { tracks: 1, codec: 'aac' },
    }),
  ).toEqual([
    {
      language: 'de',
      label: 'Deutsch',
      vtt: `WEBVTT

00:00:00.250 --> 00:00:00.750
Hello

00:00:01.000 --> 00:00:01.750
And
good-bye, &lt;i&gt;all&lt;/i&gt;
`,
    },
  ])
})

test('text in Matroska becomes WebVTT with short names, which keeps tags of italics and bold', async () => {
  const subtags = Array.from({ length: 20 }, (_, i) => `v${1000 + i}`).join('-')
  const ass = { ...hello, text: '0,0,Default,,0,0,0,,{\\an8\\i1}One, two{\\i0}\\Nthree' }
  const captions = await captionsOf({
    muxer: 'matroska',
    captions: [
      {
        codec: 'subrip',
        tags: { language: 'eng', title: 'For  everyone\n' },
        cues: [{ ...hello, text: '<I>Hi</I> & <font color="red">bye</font>' }],
      },
      {
        codec: 'webvtt',
        tags: { language: 'por' },
        cues: [{ ...hello, text: '<v Ana>&lt;Olá&gt; <b.loud>tudo</b> <00:00:00.300>bem' }],
      },
      { codec: 'ass', cues: [ass] },
      { codec: 'subrip', tags: { language: 'zh-Hant-TW' }, cues: [hello] },
      { codec: 'subrip', tags: { language: `en-${subtags}` }, cues: [hello] },
      { codec: 'subrip', tags: { title: 'x'.repeat(99) }, cues: [hello] },
    ],
  })
  const shown = captions.map(({ language, label, vtt }) => [language, label, vtt.split('\n').slice(3, -1).join('|')])
  expect(shown).toEqual([
    ['en', 'For everyone', '<i>Hi</i> &amp; bye'],
    ['pt', 'português', '&lt;Olá&gt; <b>tudo</b> bem'],
    [null, 'Captions', 'One, two|three'],
    ['zh-Hant-TW', '中文（繁體，台灣）', 'Hello'],
    ['en', 'English', 'Hello'],
    [null, 'x'.repeat(60), 'Hello'],
  ])
})

test.each<[string, CueFormat, Buffer | string, string]>([
  ['a script', 'tagged', '<script>alert(1)</script><img src=x onerror=alert(1)>', 'alert(1)'],
  ['a script', 'plain', '<script>', '&lt;script&gt;'],
  ['the start of another cue', 'tagged', 'a\n\n\n00:00.000 --> 00:09.000\nb', 'a\n00:00.000 --&gt; 00:09.000\nb'],
  ['a tag that never ends', 'tagged', `<c.x ${'<'.repeat(5)}`, '&lt;c.x &lt;&lt;&lt;&lt;&lt;'],
  ['text that is not a tag', 'tagged', '1 < 2 <3 & &amp; &copy;', '1 &lt; 2 &lt;3 &amp; &amp; &amp;copy;'],
  ['a byte order mark', 'plain', '\uFEFFa\uFEFFb', 'ab'],
  ['UTF-16', 'plain', Buffer.from('\uFEFFäb', 'utf16le'), 'äb'],
  ['half a character', 'plain', Buffer.from('\uFEFFa\ud800b', 'utf16le'), 'a\uFFFDb'],
  ['bytes that are not text', 'plain', Buffer.from([0x61, 0xff, 0x00, 0x1b]), 'a\uFFFD'],
  ['a length beyond the end', 'tx3g', Buffer.from([0xff, 0xff, 0x61]), 'a'],
  ['one byte', 'tx3g', Buffer.from([1]), ''],
  ['a megabyte', 'tagged', '<'.repeat(1_000_000), '&lt;'.repeat(1_000)],
  ['a drawing', 'ass', '0,0,Default,,0,0,0,,{\\p1}m 0 0 l 1 1', ''],
  ['an event without fields', 'ass', 'nothing', ''],
])('a cue with %s (%s) shows only its text', (_what, format, bytes, text) => {
  expect(cueTextOf(Buffer.from(bytes as string), format)).toBe(text)
})

test('cues without an end, and cues and tracks beyond the limits, are left out', async () => {
  const cues = [hello, { ...hello, seconds: 0, text: 'never' }, { ...hello, at: 1, text: 'Again' }]
  const track: CaptionKind = { codec: 'subrip', cues }
  const many = Array.from({ length: 12_000 }, (_, i) => ({ at: i, seconds: 0.5, text: 'x'.repeat(120) }))
  const captions = await captionsOf({
    muxer: 'matroska',
    captions: [track, { codec: 'subrip', cues: many }, ...Array.from({ length: 9 }, () => track)],
  })
  expect(captions).toHaveLength(8)
  expect(captions[0]!.vtt.match(/^[a-zA-Z]+$/gm)).toEqual(['WEBVTT', 'Hello', 'Again'])
  expect(captions[1]!.vtt.match(/x{120}/g)).toHaveLength(Math.ceil(1_000_000 / 120))
})

test('oversized captions are dropped, and reading ends after many empty packets', async () => {
  const large = { ...hello, text: 'x'.repeat(200_000) }
  const empty = Array.from({ length: 100_000 }, () => ({ at: 0.9, seconds: 0.1, text: ' ' }))
  const cues = [large, hello, ...empty, { ...hello, at: 1, text: 'Never reached' }]
  const [captions] = await captionsOf({ muxer: 'matroska', captions: [{ codec: 'subrip', cues }] })
  expect(captions!.vtt).toBe('WEBVTT\n\n00:00:00.250 --> 00:00:00.750\nHello\n')
})

test('cues are written in the order of their start', () => {
  const late = { startSeconds: 3_725.0004, endSeconds: 3_726.9996, text: 'late' }
  const early = { startSeconds: 0, endSeconds: 59.9999, text: 'early' }
  expect(webVtt([late, early])).toBe(
    'WEBVTT\n\n00:00:00.000 --> 00:01:00.000\nearly\n\n01:02:05.000 --> 01:02:07.000\nlate\n',
  )
})

test('only the first of many overlapping cues are shown', () => {
  const cues = Array.from({ length: 10_000 }, (_, i) => ({ startSeconds: i / 10_000, endSeconds: 2, text: `${i}` }))
  const vtt = webVtt([...cues, { startSeconds: 2, endSeconds: 3, text: 'after' }])
  expect(vtt.match(/^\w+$/gm)).toEqual(['WEBVTT', ...Array.from({ length: 8 }, (_, i) => `${i}`), 'after'])
})

test('cues with a location, such as those of drones, are left out', async () => {
  const cues = [
    { at: 0, seconds: 0.5, text: 'F/2.8, SS 206.14, ISO 150, GPS (13.4050, 52.5200, 18)' },
    { at: 0.5, seconds: 0.5, text: '[latitude: 52.520000] [longitude: 13.405000]' },
  ]
  const [captions, ...others] = await captionsOf({
    captions: [
      { codec: 'mov_text', cues },
      { codec: 'mov_text', cues: [...cues, { at: 1, seconds: 0.5, text: 'The harbour at 52 degrees' }] },
    ],
  })
  expect(others).toEqual([])
  expect(captions?.vtt).toContain('The harbour at 52 degrees')
  expect(captions?.vtt).not.toMatch(/52\.52|13\.40/)
})
