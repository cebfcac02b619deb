import { expect, test } from 'vitest'
import pageFunctions from './page-functions.ts'

const literal = (value: unknown) => ({ type: 'Literal', value })
const template = { type: 'TemplateLiteral' }
const arrow = { type: 'ArrowFunctionExpression' }

/** Returns how often the rule reports a call of `page.<method>(argument)`. */
function complaints(method: string, argument: { type: string; value?: unknown }): number {
  let count = 0
  const { CallExpression } = pageFunctions.rules['no-strings'].create({ report: () => count++ })
  const property = { type: 'Identifier', name: method }
  CallExpression({ callee: { type: 'MemberExpression', property }, arguments: [argument] })
  return count
}

test.each(['addInitScript', 'evaluate', 'evaluateAll', 'evaluateHandle', 'waitForFunction'])(
  'a string of code is refused by %s',
  (method) => {
    expect(complaints(method, literal('scrollY'))).toBe(1)
    expect(complaints(method, template)).toBe(1)
  },
)

test('functions, and strings that no page runs, are accepted', () => {
  expect(complaints('evaluate', arrow)).toBe(0)
  expect(complaints('getByText', literal('scrollY'))).toBe(0)
})
