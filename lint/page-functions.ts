// The linter's rule `page-functions/no-strings` in .oxlintrc.json: code that runs in a page is a typed function, not a
// string.

/** The part of ESLint's types that the rule needs. */
interface Node {
  type: string
  name?: string
  value?: unknown
}
/** Playwright's methods that run their argument in the page. */
const methods = ['addInitScript', 'evaluate', 'evaluateAll', 'evaluateHandle', 'waitForFunction']

const noStrings = {
  create(context: { report(problem: { node: Node; message: string }): void }) {
    return {
      CallExpression({ callee, arguments: [first] }: { callee: Node & { property?: Node }; arguments: Node[] }) {
        if (callee.type !== 'MemberExpression' || !methods.includes(callee.property?.name ?? '')) return
        if (first?.type !== 'TemplateLiteral' && typeof first?.value !== 'string') return
        const message = 'Pass a function, which has types, instead of a string of code. Pass values as its argument.'
        context.report({ node: first, message })
      },
    }
  },
}

export default { meta: { name: 'page-functions' }, rules: { 'no-strings': noStrings } }
