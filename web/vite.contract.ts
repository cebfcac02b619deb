import type { Plugin, Rolldown } from 'vite'

const SCHEMAS = '?schemas'
const REST = '?rest'

/** Whether the module is zod or makes schemas with it for the whole contract. */
export function isSchemaCode(id: string): boolean {
  return id.includes('/node_modules/zod/') || id.endsWith(`/contract/fields.ts${SCHEMAS}`)
}

/** Whether the module is the part of a contract module that makes schemas. */
export function isSchemaPart(id: string): boolean {
  return id.endsWith(SCHEMAS)
}

/**
 * Reduces the contract to what the web app uses. The app needs only the method and path of an endpoint, and only the
 * types of most schemas. Everything else is removed from endpoints. Calls are marked as pure, so that the bundler also
 * drops schemas that the app never uses for parsing.
 *
 * The schemas that remain belong to forms. Each contract module is split in two: the declarations that need zod, and
 * the rest. Pages without a form load only the rest.
 */
export function contractOfPage(): Plugin {
  const parts = new Map<string, string>()
  return {
    name: 'contract-of-page',
    apply: 'build',
    load: {
      filter: { id: /\/contract\/.+\.ts\?(rest|schemas)$/ },
      handler(id) {
        const code = parts.get(id)
        return code === undefined ? undefined : { code, moduleSideEffects: false }
      },
    },
    transform: {
      filter: { id: /\/contract\/.+\.ts$/ },
      handler(code, id) {
        const reduced = reduceCalls(code, this.parse(code).body)
        const split = splitModule(reduced, this.parse(reduced).body, id)
        if (split) parts.set(id + REST, split.rest).set(id + SCHEMAS, split.schemas)
        return { code: split?.facade ?? reduced, map: null, moduleSideEffects: false }
      },
    },
    generateBundle(_, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk' || !chunk.facadeModuleId?.endsWith('/web/index.html')) continue
        if (chunk.imports.some((name) => name.includes('schemas-'))) this.error('The first page would load zod.')
      }
    },
  }
}

type Statement = ReturnType<Rolldown.PluginContext['parse']>['body'][number]
type Declaration = Extract<Statement, { type: 'VariableDeclaration' }>
type Call = Extract<NonNullable<Declaration['declarations'][number]['init']>, { type: 'CallExpression' }>

function reduceCalls(code: string, body: Statement[]): string {
  const edits = body.flatMap(callsOf).flatMap((call) => [...unusedProperties(call), ...asPure(call)])
  let rest = code
  // Edits are applied from the end, so that earlier positions stay valid.
  for (const { start, end, text } of edits.toSorted((a, b) => b.start - a.start)) {
    rest = rest.slice(0, start) + text + (text ? rest.slice(end) : rest.slice(end).replace(/^\s*,/, ''))
  }
  return rest
}

/** Returns the calls with a result that a top-level statement stores in variables. */
function callsOf(statement: Statement): Call[] {
  const declared = declarationOf(statement)
  if (declared?.type !== 'VariableDeclaration') return []
  return declared.declarations.flatMap(({ init }) => (init?.type === 'CallExpression' ? [init] : []))
}

function declarationOf(statement: Statement) {
  return statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
}

interface Edit {
  start: number
  end: number
  text: string
}

function unusedProperties({ callee, arguments: [definition] }: Call): Edit[] {
  if (callee.type !== 'Identifier' || callee.name !== 'endpoint' || definition?.type !== 'ObjectExpression') return []
  return definition.properties.flatMap((property) => {
    if (property.type !== 'Property' || property.key.type !== 'Identifier') return []
    const { start, end, key } = property
    return ['method', 'path'].includes(key.name) ? [] : [{ start, end, text: '' }]
  })
}

/** Wraps the whole call, so that nested calls are removed with it. */
function asPure({ start, end }: Call): Edit[] {
  return [
    { start, end: start, text: '/* @__PURE__ */ (() => ' },
    { start: end, end, text: ')()' },
  ]
}

/**
 * Splits a module into the declarations that use zod, `contract/fields.ts` or another such declaration, and the rest.
 * Only the former import the latter, so the parts cannot form a cycle. Returns `undefined` if there are none.
 */
function splitModule(code: string, body: Statement[], id: string) {
  const schemaNames = new Set(body.flatMap(namesOfBuilders))
  const schemas = new Set<Statement>()
  for (let before = -1; before < schemas.size;) {
    before = schemas.size
    for (const statement of body.filter((other) => !schemas.has(other) && namesOf(other).length > 0)) {
      if (!identifiersIn(statement).some((name) => schemaNames.has(name))) continue
      schemas.add(statement)
      for (const name of namesOf(statement)) schemaNames.add(name)
    }
  }
  if (schemas.size === 0) return undefined
  const rest = body.filter((statement) => !schemas.has(statement))
  const restNames = rest.flatMap(namesOf)
  const exportsOf = (statements: Iterable<Statement>) =>
    [...statements].filter(({ type }) => type === 'ExportNamedDeclaration').flatMap(namesOf)
  const textOf = ({ start, end }: Statement) => code.slice(start, end)
  const hidden = rest.filter(({ type }) => type !== 'ExportNamedDeclaration').flatMap(namesOf)
  return {
    rest: [...rest.map(textOf), `export { ${hidden.join()} }`].join('\n'),
    schemas: [
      ...body.filter(({ type }) => type === 'ImportDeclaration').map(textOf),
      `import { ${restNames.join()} } from '${id}${REST}'`,
      ...body.filter((statement) => schemas.has(statement)).map(textOf),
    ].join('\n'),
    facade: [
      `export { ${exportsOf(rest).join()} } from '${id}${REST}'`,
      `export { ${exportsOf(schemas).join()} } from '${id}${SCHEMAS}'`,
    ].join('\n'),
  }
}

/** Returns the names that a statement imports from zod or from the building blocks of schemas. */
function namesOfBuilders(statement: Statement): string[] {
  if (statement.type !== 'ImportDeclaration' || !/^zod|\/fields\.ts$/.test(statement.source.value)) return []
  return statement.specifiers.map(({ local }) => local.name)
}

/** Returns the names that a top-level statement declares. */
function namesOf(statement: Statement): string[] {
  const declared = declarationOf(statement)
  if (declared?.type === 'FunctionDeclaration' || declared?.type === 'ClassDeclaration') return [declared.id!.name]
  if (declared?.type !== 'VariableDeclaration') return []
  return [...new Set(declared.declarations.flatMap(({ id }) => identifiersIn(id)))]
}

/** Returns every identifier in a syntax tree, including the names of properties. */
function identifiersIn(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return []
  const own = 'type' in node && node.type === 'Identifier' && 'name' in node ? [node.name as string] : []
  return [...own, ...Object.values(node).flatMap(identifiersIn)]
}
