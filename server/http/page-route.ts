import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'

interface PageRoute<Params extends z.ZodMiniType> {
  path: string
  /** A schema of the contract. */
  params: Params
  config?: FastifyContextConfig
  handle: (params: z.output<Params>, request: FastifyRequest, reply: FastifyReply) => unknown
  /** Answers an address whose params are malformed. Nothing can exist at such an address. */
  handleMalformed: (reply: FastifyReply) => unknown
}

/** Serves a GET outside the API: a page, a feed, a frame. Its handler never gets malformed params. */
export function pageRoute<Params extends z.ZodMiniType>(
  app: FastifyInstance,
  { path, params, config = {}, handle, handleMalformed }: PageRoute<Params>,
): void {
  app.get(path, { config }, async (request, reply) => {
    const { success, data } = params.safeParse(request.params)
    return success ? handle(data, request, reply) : handleMalformed(reply)
  })
}
