/** Test fixture: downloads an account's export as a browser would. */
import type { LightMyRequestResponse } from 'fastify'
import type { ExportPart, ExportPlan } from '../../../../contract/account/export.ts'
import { readZip } from '../../../test/read-zip.ts'
import type { Caller } from '../../../test/test-app.ts'

export async function planOf(caller: Caller): Promise<ExportPlan> {
  const reply = await caller.get('/api/account/export')
  if (reply.statusCode !== 200) throw new Error(`There is no plan: ${reply.body}`)
  return reply.json<ExportPlan>()
}

export async function partOf(caller: Caller, number: number): Promise<ExportPart> {
  const part = (await planOf(caller)).parts.find((each) => each.number === number)
  if (!part) throw new Error(`There is no part ${number}`)
  return part
}

/** Returns the files of a part by name, and checks that its length is the announced one. */
export async function filesOf(caller: Caller, { url }: ExportPart): Promise<Map<string, Buffer>> {
  return filesIn(await caller.get(url))
}

export async function filesIn(reply: LightMyRequestResponse): Promise<Map<string, Buffer>> {
  if (reply.statusCode !== 200) throw new Error(`There is no archive: ${reply.body}`)
  if (reply.rawPayload.length !== Number(reply.headers['content-length'])) throw new Error('Not as long as announced')
  const files = await readZip(reply.rawPayload)
  return new Map([...files].map(([name, { bytes }]) => [name, bytes]))
}

/** Parses the objects of an `.ndjson` file. */
export function linesOf(files: Map<string, Buffer>, name: string): Record<string, unknown>[] {
  const text = files.get(name)?.toString()
  if (text === undefined) throw new Error(`There is no ${name}`)
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>)
}
