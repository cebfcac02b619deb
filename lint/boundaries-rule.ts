// The linter's rule `boundaries/imports` in .oxlintrc.json: reports imports that boundaries.ts refuses.
import { dirname, relative, resolve, sep } from 'node:path'
import { refusal } from './boundaries.ts'

/** The part of ESLint's types that the rule needs. */
interface Source {
  type: string
  value?: unknown
}
interface Context {
  filename: string
  cwd: string
  report(problem: { node: Source; message: string }): void
}

const inProject = (context: Context, file: string) => relative(context.cwd, file).split(sep).join('/')

const imports = {
  create(context: Context) {
    const importer = inProject(context, context.filename)
    const check = ({ source }: { source: Source | null }) => {
      if (typeof source?.value !== 'string' || !source.value.startsWith('.')) return
      const imported = inProject(context, resolve(dirname(context.filename), source.value))
      const message = refusal(importer, imported)
      if (message) context.report({ node: source, message })
    }
    return {
      ImportDeclaration: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      ImportExpression: check,
      TSImportType: check,
    }
  },
}

export default { meta: { name: 'boundaries' }, rules: { imports } }
