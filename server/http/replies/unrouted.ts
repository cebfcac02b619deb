import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../errors/app-error.ts'
import { sendError } from '../error-handler.ts'

/**
 * Collects the paths of all routes that are declared after this call.
 *
 * @returns A function that answers requests without a route: 405 if their path has routes for other methods, or 404.
 */
export function createUnroutedReply(app: FastifyInstance) {
  const paths = new Map<string, { pattern: RegExp | undefined; methods: Set<string> }>()
  app.addHook('onRoute', ({ method, url }) => {
    const path = paths.get(url) ?? { pattern: patternOf(url), methods: new Set() }
    paths.set(url, path)
    for (const each of [method].flat()) path.methods.add(each)
  })

  function listMethods(path: string): string[] {
    const found = paths.get(path) ?? paths.values().find(({ pattern }) => pattern?.test(path))
    return [...(found?.methods ?? [])].toSorted()
  }

  return ({ method, url }: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const path = url.split('?', 1)[0]!
    const methods = listMethods(path)
    // The route of a folder may have this method and lack the file.
    if (methods.length === 0 || methods.includes(method)) {
      return sendError(reply, new AppError('NOT_FOUND', `There is nothing at ${method} ${path}`))
    }
    const allowed = methods.join(', ')
    reply.header('allow', allowed)
    return sendError(reply, new AppError('METHOD_NOT_ALLOWED', `This address accepts ${allowed}, not ${method}`))
  }
}

/** Matches the paths of a route with params; `undefined` for a route with one path. */
function patternOf(url: string): RegExp | undefined {
  if (!/[:*]/.test(url)) return undefined
  const escaped = url.replaceAll(/[.+*?^${}()|[\]\\]/g, String.raw`\$&`)
  return new RegExp(`^${escaped.replaceAll(/:\w+/g, '[^/]+').replaceAll(String.raw`\*`, '.*')}$`)
}
