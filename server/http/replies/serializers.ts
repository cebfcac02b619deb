import selectSerializers from '@fastify/fast-json-stringify-compiler'
import * as z from 'zod/mini'

type Reply = Parameters<ReturnType<ReturnType<typeof selectSerializers>>>[0]

type Serialize = (body: unknown) => string

/** The compiled serialisers by schema. Apps in one process share them, as tests start hundreds. */
const compiled = new WeakMap<object, Serialize>()

/**
 * Compiles the serialiser of a reply when the first one is sent, for Fastify's `compilersFactory`. The start does not
 * wait for unused serialisers. Routes have Zod schemas.
 */
export function compileOnFirstReply(...setup: Parameters<ReturnType<typeof selectSerializers>>) {
  const compile = selectSerializers()(...setup)
  return (reply: Reply): Serialize => {
    const schema = reply.schema as z.ZodMiniType
    let serialize = compiled.get(schema)
    return (body) => {
      if (!serialize) {
        serialize = compile({ ...reply, schema: jsonSchema(schema) })
        compiled.set(schema, serialize)
      }
      return serialize(body)
    }
  }
}

/** Converts a schema to the draft of JSON Schema that Fastify's compiler knows. */
function jsonSchema(schema: z.ZodMiniType) {
  return z.toJSONSchema(schema, { target: 'draft-7' })
}
