import fc from 'fast-check'
import * as z from 'zod/mini'
import { hostileTexts, longTexts } from '../hostile-texts.ts'
import { operationNames, operations, type OperationName } from '../clients/contract-calls.ts'

/** A generated request, whose caller is chosen by a number. */
export interface GeneratedRequest {
  operation: OperationName
  caller: number
  /** Values that replace those of the operation's own target. */
  params: Record<string, Value | undefined>
  query: [name: string, value: Value][]
  body: Body
  headers: Record<string, string>
}

/** A text, or one of the ids or cursors that earlier replies contained. */
export type Value = { text: string } | { learned: 'ids' | 'cursors'; index: number }

/**
 * - `sound`: the valid body of the operation's own target.
 * - `fields`: the endpoint's fields, sometimes with unknown ones.
 * - `raw`: any bytes.
 */
export type Body = { kind: 'sound' } | { kind: 'fields'; fields: unknown } | { kind: 'raw'; text: string; type: string }

/** Operations that hash a password, or read or decode a file in a child process. */
const slow: OperationName[] = [
  ...(['register', 'login', 'confirmPassword', 'changePassword'] as const),
  ...(['reportBroken', 'setAvatar', 'createVideo'] as const),
]

const text = fc.oneof(
  { weight: 4, arbitrary: fc.string({ minLength: 1, maxLength: 40 }) },
  { weight: 3, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
  { weight: 3, arbitrary: fc.constantFrom(...hostileTexts) },
  { weight: 1, arbitrary: fc.constantFrom(...longTexts) },
  { weight: 1, arbitrary: fc.uuid() },
)

const pathText = fc.oneof(text, fc.uuid()).filter((value) => !['', '.', '..'].includes(value.trim()))

const hostileValue = fc.oneof(
  text,
  fc.constantFrom(null, true, false, 0, -1, 1.5, 1e308, Number.MAX_SAFE_INTEGER),
  fc.array(text, { maxLength: 3 }),
  fc.dictionary(text, text, { maxKeys: 3 }),
  fc.jsonValue({ maxDepth: 4 }),
)

const rawBodies = fc.oneof(
  fc.constantFrom(
    '{',
    '{"a":',
    'null',
    '""',
    '[]',
    '0',
    '\u0000',
    '{"__proto__":{"isAdmin":true}}',
    '{"constructor":{"prototype":{"isAdmin":true}}}',
    '{"text":"a","text":"b"}',
    '{"text":"\\ud800"}',
    `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
    `{"a":${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}}`,
    `{"text":"${'x'.repeat(300_000)}"}`,
  ),
  fc.string({ unit: 'binary', maxLength: 100 }),
)

const types = fc.constantFrom(
  'application/json',
  'application/json; charset=utf-8',
  'application/json; charset=latin1',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/JSON',
  ';',
)

const headers = fc.oneof(
  { weight: 20, arbitrary: fc.constant({}) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Record<string, string>>(
      { 'if-none-match': '*' },
      { range: 'bytes=0-0' },
      { range: 'bytes=9999999999999-' },
      { cookie: 'reverie=;' },
      { cookie: 'reverie=a.b; reverie=%00' },
      { 'x-forwarded-for': '\'"' },
      { 'x-http-method-override': 'DELETE' },
      { accept: 'text/html' },
      { 'accept-encoding': 'gzip;q=x' },
    ),
  },
)

/** Generates a request to any operation, from valid to hostile. */
export const generatedRequest: fc.Arbitrary<GeneratedRequest> = fc
  .oneof(
    { weight: 300, arbitrary: fc.constantFrom(...operationNames.filter((name) => !slow.includes(name))) },
    { weight: 13, arbitrary: fc.constantFrom(...slow) },
  )
  .chain((operation) =>
    fc.record({
      operation: fc.constant(operation),
      caller: fc.nat(),
      params: params(operation),
      query: query(operation),
      body: body(operation),
      headers,
    }),
  )

function params(operation: OperationName): fc.Arbitrary<GeneratedRequest['params']> {
  const names = [...operations[operation].path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  const value = fc.oneof(
    { weight: 8, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: learned('ids') },
    { weight: 1, arbitrary: pathText.map(asText) },
  )
  return fc.record(Object.fromEntries(names.map((name) => [name, value])))
}

/** A cursor that is packed like the server's own cursors, so that only its content is wrong. */
const forgedCursor = fc
  .tuple(
    fc.constantFrom(
      '2026-02-31T00:00:00Z',
      '0000-01-01T00:00:00Z',
      '9999-12-31T23:59:59.999999Z',
      '2026-01-01T25:00:00Z',
      'infinity',
      '0',
      '-1',
      '1e9',
      '999999999999999',
      '9'.repeat(30),
    ),
    fc.oneof(fc.uuid(), fc.constantFrom('1', '-1', '2147483648', '999999999', '', 'null', '\u0000')),
  )
  .map(([first, second]) => Buffer.from(`${first} ${second}`).toString('base64url'))

function query(operation: OperationName): fc.Arbitrary<[string, Value][]> {
  const properties = propertiesOf(operations[operation].query)
  const names = Object.keys(properties)
  const name = fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom(...(names.length > 0 ? names : ['limit'])) },
    { weight: 1, arbitrary: text },
  )
  const value = fc.oneof(
    { weight: 3, arbitrary: fc.integer({ min: 1, max: 100 }).map(String).map(asText) },
    { weight: 3, arbitrary: learned('cursors') },
    { weight: 2, arbitrary: forgedCursor.map(asText) },
    { weight: 2, arbitrary: text.map(asText) },
  )
  const pair = name.chain((chosen) => {
    const allowed = properties[chosen]?.enum?.map(String).map(asText)
    const given = allowed ? fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...allowed) }, value) : value
    return fc.tuple(fc.constant(chosen), given)
  })
  return fc.oneof(
    { weight: 2, arbitrary: fc.constant<[string, Value][]>([]) },
    { weight: 2, arbitrary: fc.array(pair, { maxLength: 3 }) },
  )
}

function body(operation: OperationName): fc.Arbitrary<Body> {
  const properties = Object.entries(propertiesOf(operations[operation].body))
  const fields = fc.record(Object.fromEntries(properties.map(([name, property]) => [name, field(property)])), {
    requiredKeys: [],
  })
  const others = fc.dictionary(fc.oneof(text, fc.constantFrom('isAdmin', 'userId', 'id', '__proto__')), hostileValue, {
    maxKeys: 2,
  })
  return fc.oneof(
    { weight: 4, arbitrary: fc.constant<Body>({ kind: 'sound' }) },
    { weight: 4, arbitrary: fields.map<Body>((given) => ({ kind: 'fields', fields: given })) },
    {
      weight: 1,
      arbitrary: fc.tuple(fields, others).map<Body>(([a, b]) => ({ kind: 'fields', fields: { ...a, ...b } })),
    },
    { weight: 1, arbitrary: fc.tuple(rawBodies, types).map<Body>(([raw, type]) => ({ kind: 'raw', text: raw, type })) },
  )
}

function field(property: { enum?: unknown[] }): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 6, arbitrary: property.enum ? fc.constantFrom(...property.enum) : text },
    { weight: 2, arbitrary: hostileValue },
  )
}

function propertiesOf(schema: z.ZodMiniType | undefined): Record<string, { enum?: unknown[] }> {
  if (!schema) return {}
  return (z.toJSONSchema(schema, { io: 'input' }).properties ?? {}) as Record<string, { enum?: unknown[] }>
}

function learned(kind: 'ids' | 'cursors'): fc.Arbitrary<Value> {
  return fc.nat({ max: 10_000 }).map((index) => ({ learned: kind, index }))
}

function asText(value: string): Value {
  return { text: value }
}
