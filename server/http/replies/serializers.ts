import selectSerializers from '@fastify/fast-json-stringify-compiler'

/**
 * Compiles the serialiser of a reply when its first one is sent, for Fastify's `compilersFactory`: at the start of the
 * server nobody waits for those of calls that nobody has made.
 */
export function compileOnFirstReply(...setup: Parameters<ReturnType<typeof selectSerializers>>) {
  const compile = selectSerializers()(...setup)
  return (reply: Parameters<typeof compile>[0]) => {
    let serialize: ReturnType<typeof compile> | undefined
    return (body: unknown): string => (serialize ??= compile(reply))(body)
  }
}
