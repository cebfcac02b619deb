import { spawnSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, normalize, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { testFolder } from '../server/test/test-folder.ts'
import { domains, layers, refusal } from './boundaries.ts'

const project = resolve(import.meta.dirname, '..')
const sides = ['server', 'web'] as const

test('every folder is a layer or a domain of at most twelve features', () => {
  for (const side of sides) {
    const known = [...layers[side], 'test', 'public', 'dist', '.']
    expect(foldersIn(side).filter((folder) => !known.includes(folder))).toEqual([])
    expect(foldersIn(`${side}/features`)).toEqual(Object.keys(domains[side]).toSorted())
    for (const domain of Object.keys(domains[side])) {
      expect(foldersIn(`${side}/features/${domain}`).length, `${side}/${domain}`).toBeLessThanOrEqual(12)
    }
  }
  for (const domain of Object.keys(domains.server)) {
    expect(foldersIn('contract')).toContain(domain)
    expect(foldersIn('e2e')).toContain(domain)
  }
})

test('features do not import each other in cycles', () => {
  const importsOf = readFeatureImports()
  const done = new Set<string>()
  const visit = (feature: string, path: string[]) => {
    if (path.includes(feature)) throw new Error(`A cycle: ${[...path, feature].join(' → ')}`)
    if (done.has(feature)) return
    for (const imported of importsOf.get(feature) ?? []) visit(imported, [...path, feature])
    done.add(feature)
  }
  for (const feature of importsOf.keys()) visit(feature, [])
  expect(done.size).toBeGreaterThan(50)
})

test('the linter refuses an import across each boundary', () => {
  const scratch = testFolder()
  const refused = importsAcrossBoundaries()
  cpSync(join(project, 'lint'), join(scratch, 'lint'), { recursive: true })
  writeFileSync(join(scratch, 'package.json'), JSON.stringify({ type: 'module' }))
  writeFileSync(
    join(scratch, '.oxlintrc.json'),
    JSON.stringify({
      jsPlugins: ['./lint/boundaries-rule.ts'],
      categories: { correctness: 'off' },
      rules: { 'boundaries/imports': 'error' },
    }),
  )
  for (const [importer, imported] of refused) {
    mkdirSync(join(scratch, dirname(importer)), { recursive: true })
    writeFileSync(join(scratch, importer), `import '${'../'.repeat(importer.split('/').length - 1)}${imported}'\n`)
  }
  const oxlint = join(project, 'node_modules/oxlint/bin/oxlint')
  const { stdout } = spawnSync(process.execPath, [oxlint, '--format=unix', '.'], { cwd: scratch, encoding: 'utf8' })
  expect(refused.filter((pair) => !stdout.includes(`'${pair[0]}' must not import '${pair[1]}'`))).toEqual([])
})

test('only tests and tools may import tests and tools', () => {
  const likes = 'server/features/social/likes'
  expect(refusal(`${likes}/likes.routes.ts`, 'server/test/test-app.ts')).toBeDefined()
  expect(refusal(`${likes}/likes.routes.ts`, `${likes}/x.fixture.ts`)).toBeDefined()
  expect(refusal('server/main.ts', 'scripts/serve/build.ts')).toBeDefined()
  expect(refusal('server/main.ts', 'web/main.tsx')).toBeDefined()
  expect(refusal('contract/errors.ts', 'server/errors/app-error.ts')).toBeDefined()
  expect(refusal(`${likes}/likes.test.ts`, 'server/test/test-app.ts')).toBeUndefined()
  expect(refusal('server/main.ts', `${likes}/likes.routes.ts`)).toBeUndefined()
})

function foldersIn(folder: string): string[] {
  return readdirSync(join(project, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .toSorted()
}

/** Returns each feature, as `side/features/domain/feature`, with the features that its files import. */
function readFeatureImports(): Map<string, Set<string>> {
  const featureOf = (file: string) => /^(?:server|web)\/features\/[^/]+\/[^/]+(?=\/)/.exec(file)?.[0]
  const graph = new Map<string, Set<string>>()
  for (const file of globSync('{server,web}/features/**/*.{ts,tsx}', { cwd: project })) {
    const from = featureOf(file)
    if (!from || /\.(test|suite|fixture)\./.test(file)) continue
    const imports = graph.get(from) ?? new Set()
    for (const [, specifier = ''] of readFileSync(join(project, file), 'utf8').matchAll(
      /(?:from|import\()\s*'(\.[^']+)'/g,
    )) {
      const to = featureOf(normalize(join(dirname(file), specifier)))
      if (to && to !== from) imports.add(to)
    }
    graph.set(from, imports)
  }
  return graph
}

/**
 * Returns imports that must be refused. Each lower layer imports the layer above it, and each domain imports every
 * domain that it may not import.
 */
function importsAcrossBoundaries(): (readonly [importer: string, imported: string])[] {
  return sides.flatMap((side) => {
    const upwards = layers[side].slice(0, -1).map((layer, index) => {
      const above = layers[side][index + 1]
      return [
        `${side}/${layer}/up-${index}.ts`,
        above === '.' ? `${side}/top.ts` : `${side}/${above}/anything.ts`,
      ] as const
    })
    const names = Object.keys(domains[side])
    const known: Record<string, readonly string[]> = domains[side]
    const across = names.flatMap((from) =>
      names
        .filter((to) => to !== from && !known[from]?.includes(to))
        .map((to) => [`${side}/features/${from}/x/to-${to}.ts`, `${side}/features/${to}/y/anything.ts`] as const),
    )
    return [...upwards, ...across]
  })
}
