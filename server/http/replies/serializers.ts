import selectSerializers from '@fastify/fast-json-stringify-compiler'
import * as z from 'zod/mini'

type Reply = Parameters<ReturnType<ReturnType<typeof selectSerializers>>>[0]

/**
 * Compiles the serialiser of a reply when the first one is sent, for Fastify's `compilersFactory`. The start does not
 * wait for unused serialisers. Routes have Zod schemas.
 */
export function compileOnFirstReply(...setup: Parameters<ReturnType<typeof selectSerializers>>) {
  const compile = selectSerializers()(...setup)
  return (reply: Reply) => {
    let serialize: ReturnType<typeof compile> | undefined
    return (body: unknown): string => (serialize ??= compile({ ...reply, schema: jsonSchema(reply.schema) }))(body)
  }
}

/** Converts a schema to the draft of JSON Schema that Fastify's compiler knows. */
function jsonSchema(schema: unknown) {
  return z.toJSONSchema(schema as z.ZodMiniType, { target: 'draft-7' })
}
