import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve, sep } from 'node:path'
import { expect, test } from 'vitest'
import { refusal, rooms } from './rooms.ts'

const project = resolve(import.meta.dirname, '..')

test('no room knows one that knows it, however many rooms stand between them', () => {
  const done = new Set<string>()
  const visit = (room: string, path: string[]) => {
    if (path.includes(room)) throw new Error(`A circle: ${[...path, room].join(' → ')}`)
    if (done.has(room)) return
    for (const known of rooms[room] ?? []) visit(known, [...path, room])
    done.add(room)
  }
  for (const room of Object.keys(rooms)) visit(room, [])
  expect(done.size).toBe(Object.keys(rooms).length)
})

test('every folder with code has a line, and every line a folder with code', () => {
  const files = ['contract', 'server', 'web'].flatMap((top) =>
    readdirSync(join(project, top), { recursive: true, encoding: 'utf8' })
      .map((file) => `${top}/${file.split(sep).join('/')}`)
      .filter((file) => /\.tsx?$/.test(file) && !/\.(test|suite|fixture)\.tsx?$|^(server|web)\/test\//.test(file)),
  )
  const folders = new Set(
    files.map((file) => file.slice(0, file.lastIndexOf('/'))).filter((folder) => folder.includes('/')),
  )
  expect(['contract', ...folders].toSorted()).toEqual(Object.keys(rooms).toSorted())
})

test('the linter refuses an import against each arrow', () => {
  const arrows = Object.entries(rooms).flatMap(([from, known]) => known.map((to) => ({ from: to, to: from })))
  const scratch = mkdtempSync(join(tmpdir(), 'reverie-rooms-'))
  try {
    cpSync(join(project, 'lint'), join(scratch, 'lint'), { recursive: true })
    writeFileSync(join(scratch, 'package.json'), JSON.stringify({ type: 'module' }))
    writeFileSync(
      join(scratch, '.oxlintrc.json'),
      JSON.stringify({
        jsPlugins: ['./lint/may-know.ts'],
        categories: { correctness: 'off' },
        rules: { 'rooms/may-know': 'error' },
      }),
    )
    for (const [index, { from, to }] of arrows.entries()) {
      mkdirSync(join(scratch, from), { recursive: true })
      writeFileSync(
        join(scratch, from, `against-${index}.ts`),
        `import '${'../'.repeat(from.split('/').length)}${to}/anything.ts'\n`,
      )
    }
    const oxlint = join(project, 'node_modules/oxlint/bin/oxlint')
    const { stdout } = spawnSync(process.execPath, [oxlint, '--format=unix', '.'], { cwd: scratch, encoding: 'utf8' })
    const refused = arrows.filter(({ from, to }) => stdout.includes(`'${from}' may not know '${to}'`))
    expect(refused).toHaveLength(arrows.length)
  } finally {
    rmSync(scratch, { recursive: true })
  }
})

test('what only tests may know is refused to the product', () => {
  expect(refusal('server/features/likes/likes.routes.ts', 'server/test/test-app.ts')).toBeDefined()
  expect(refusal('server/features/likes/likes.routes.ts', 'server/features/videos/x.fixture.ts')).toBeDefined()
  expect(refusal('server/main.ts', 'scripts/serve/start.ts')).toBeDefined()
  expect(refusal('server/main.ts', 'web/main.tsx')).toBeDefined()
  expect(refusal('server/features/likes/likes.test.ts', 'server/test/test-app.ts')).toBeUndefined()
  expect(refusal('server/main.ts', 'server/features/likes/likes.routes.ts')).toBeUndefined()
})
