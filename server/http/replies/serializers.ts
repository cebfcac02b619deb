import selectSerializers from '@fastify/fast-json-stringify-compiler'
import * as z from 'zod/mini'

type Reply = Parameters<ReturnType<ReturnType<typeof selectSerializers>>>[0]

/**
 * Compiles the serialiser of a reply when its first one is sent, for Fastify's `compilersFactory`: at the start of the
 * server nobody waits for those of calls that nobody has made. Routes give schemas of Zod.
 */
export function compileOnFirstReply(...setup: Parameters<ReturnType<typeof selectSerializers>>) {
  const compile = selectSerializers()(...setup)
  return (reply: Reply) => {
    let serialize: ReturnType<typeof compile> | undefined
    return (body: unknown): string => (serialize ??= compile({ ...reply, schema: jsonSchema(reply.schema) }))(body)
  }
}

/** Of the draft that Fastify's compiler knows. */
function jsonSchema(schema: unknown) {
  return z.toJSONSchema(schema as z.ZodMiniType, { target: 'draft-7' })
}
