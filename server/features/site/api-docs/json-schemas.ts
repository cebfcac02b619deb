import * as z from 'zod/mini'
import { Comment } from '../../../../contract/social/comments.ts'
import { ListedCreator } from '../../../../contract/social/creators.ts'
import { ErrorReply, Issue } from '../../../../contract/errors.ts'
import { FollowState, ListedPerson } from '../../../../contract/social/follows.ts'
import { LikeState } from '../../../../contract/social/likes.ts'
import { Notification } from '../../../../contract/social/notifications.ts'
import { OwnUser } from '../../../../contract/account/users.ts'
import { Creator, Profile, PublicUser } from '../../../../contract/social/profiles.ts'
import { Video, VideoStatus } from '../../../../contract/videos/videos.ts'

/** JSON Schema 2020-12, which OpenAPI 3.1 uses. */
export type JsonSchema = Record<string, unknown>

/** Schemas that recur in replies. All others are inlined. */
const named = z.registry<{ id: string }>()
const recurring = {
  Comment,
  Creator,
  ErrorReply,
  FollowState,
  Issue,
  LikeState,
  ListedCreator,
  ListedPerson,
  Notification,
  OwnUser,
  Profile,
  PublicUser,
  Video,
  VideoStatus,
}
for (const [id, schema] of Object.entries(recurring)) named.add(schema, { id })

/** Returns the recurring schemas by name, for the document's `components`. */
export function namedSchemas(): Record<string, JsonSchema> {
  const { schemas } = z.toJSONSchema(named, { metadata: named, uri: componentAddress, override: simplify })
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, withoutHeading(schema)]))
}

/** Returns the schema of a reply. Recurring schemas become references into `components`. */
export function replySchema(schema: z.ZodMiniType): JsonSchema {
  const converted = z.toJSONSchema(schema, { metadata: named, override: simplify })
  const text = JSON.stringify(withoutHeading(converted)).replaceAll('"#/$defs/', `"${componentAddress('')}`)
  return JSON.parse(text) as JsonSchema
}

/** Returns the schema of the client's input, before the server trims and converts it. */
export function requestSchema(schema: z.ZodMiniType): JsonSchema {
  return withoutHeading(z.toJSONSchema(schema, { io: 'input', metadata: named, override: simplifyInput }))
}

function componentAddress(name: string): string {
  return `#/components/schemas/${name}`
}

function withoutHeading({ $schema: _dialect, $id: _id, $defs: _defs, ...schema }: JsonSchema): JsonSchema {
  return schema
}

interface Override {
  zodSchema: z.core.$ZodTypes
  jsonSchema: JsonSchema
}

/** Removes redundant keywords: the pattern of a format, and the bounds of JavaScript's integers. */
function simplify({ jsonSchema }: Override): void {
  if (jsonSchema.format !== undefined) delete jsonSchema.pattern
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
}

/**
 * Copies the limits of a trimmed or converted value from its output to its input schema. Clients need limits such as
 * the 80 characters of a title or the range of `limit`.
 */
function simplifyInput({ zodSchema, jsonSchema }: Override): void {
  const { def } = zodSchema._zod
  if (def.type === 'pipe') {
    const { type, minLength, maxLength, format, minimum, maximum } = outputSchema(def.out)
    if (type === 'integer') replace(jsonSchema, { type, minimum, maximum })
    if (type === 'string') Object.assign(jsonSchema, withoutUndefined({ minLength, maxLength, format }))
  }
  // Zod omits the default of a converted value.
  if (def.type === 'default') jsonSchema.default = def.defaultValue
  simplify({ zodSchema, jsonSchema })
}

function outputSchema(schema: z.core.$ZodType): JsonSchema {
  return z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any', override: simplify })
}

function replace(target: JsonSchema, by: JsonSchema): void {
  for (const key of Object.keys(target)) delete target[key]
  Object.assign(target, by)
}

function withoutUndefined(values: JsonSchema): JsonSchema {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
}
