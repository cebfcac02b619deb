import { isGraph, modelName, readGraph } from './comfyui.ts'

/** Values of a file by their names in the container. Values that are not text are ignored. */
export type Tags = Readonly<Record<string, unknown>>

/** The claim that a mark makes. The Chinese standard has three levels of certainty. */
type Mark = 'made by AI' | 'possibly made by AI' | 'suspected to be made by AI'

/** Claims in a file's tags about how it was made. They are read only from fields meant for such claims. */
export interface TagClaims {
  tool?: string
  model?: string
  prompt?: string
  mark?: Mark
}

/** Maximum length of a value. Longer values are ignored. */
const TEXT_MAX_LENGTH = 256 * 1024
const DEPTH_MAX = 3
const marks: Record<string, Mark> = { 1: 'made by AI', 2: 'possibly made by AI', 3: 'suspected to be made by AI' }
/** Matches a producer that is given as a name, not as a registration number. */
const producerName = /^[a-z][\w .-]{1,40}$/i

/**
 * Reads the claims of tags about how the file was made. The encoder's name is ignored: the encoder wrote the file but
 * did not make the picture.
 */
export function readTags(tags: Tags): TagClaims {
  const said: TagClaims = {}
  // If several tags give the same field, the first one counts.
  for (const text of Object.values(tags)) Object.assign(said, { ...readValue(text, 0), ...said })
  return said
}

/** Returns the tags that hold text, with their names. The text is a string, bytes, or the first of a list. */
export function textTags(tags: Tags): [name: string, text: string][] {
  return Object.entries(tags).flatMap(([name, value]) => {
    const text = textOf(value)
    return text === undefined ? [] : [[name, text]]
  })
}

function textOf(value: unknown): string | undefined {
  if (value instanceof Uint8Array && value.length <= TEXT_MAX_LENGTH) return new TextDecoder().decode(value)
  const text: unknown = Array.isArray(value) ? value[0] : value
  return typeof text === 'string' && text.length <= TEXT_MAX_LENGTH ? text : undefined
}

/** Parses a JSON object. Returns `undefined` for anything else. */
export function parseTag(text: unknown): unknown {
  if (typeof text !== 'string' || text.length > TEXT_MAX_LENGTH || !/^\s*\{/.test(text)) return undefined
  try {
    // ComfyUI writes numbers that JSON does not allow.
    return JSON.parse(text.replaceAll('\0', '').replace(/([:[,]\s*)-?(NaN|Infinity)\b/g, '$1null'))
  } catch {
    return undefined
  }
}

function readValue(value: unknown, depth: number): TagClaims {
  if (depth > DEPTH_MAX) return {}
  const json = typeof value === 'string' ? parseTag(value) : value
  if (typeof json === 'object' && json !== null) return readObject(json as Record<string, unknown>, depth)
  return typeof value === 'string' && value.length <= TEXT_MAX_LENGTH ? readParameters(value) : {}
}

function readObject(json: Record<string, unknown>, depth: number): TagClaims {
  if (isGraph(json)) return { tool: 'ComfyUI', ...readGraph(json) }
  if (Array.isArray(json.nodes) && ('last_node_id' in json || 'links' in json)) return { tool: 'ComfyUI' }
  if (isSettings(json)) return readWan2gp(json)
  if (json.product === 'dreamina') return { tool: 'Dreamina' }
  if ('Label' in json || 'ContentProducer' in json) return readAigc(json)
  if ('aigc_label_type' in json) return json.aigc_label_type ? { mark: 'made by AI' } : {}
  // These fields may contain one another.
  const inner = [json.prompt, json.workflow, json.AIGC].map((value) =>
    typeof value === 'string' && !parseTag(value) ? {} : readValue(value, depth + 1),
  )
  return Object.assign({}, ...inner.toReversed()) as TagClaims
}

/** Whether an object holds settings of Wan2GP. */
export function isSettings({ type }: Record<string, unknown>): boolean {
  return /^Wan[\d.]*GP\b/i.test(String(type))
}

/** Reads settings whose `type` is like "WanGP v10.70 by DeepBeepMeep - LTX-2 Distilled 19B". */
function readWan2gp({ type, prompt, model_filename: file }: Record<string, unknown>): TagClaims {
  const model = / - (.+)$/.exec(String(type))?.[1] ?? (typeof file === 'string' ? modelName(file) : '')
  return { tool: 'Wan2GP', ...(model && { model }), ...(typeof prompt === 'string' && prompt.trim() && { prompt }) }
}

/** Reads the label of GB 45438-2025. */
function readAigc({ Label: label, ContentProducer: producer }: Record<string, unknown>): TagClaims {
  const mark = marks[String(label)]
  const tool = producerName.test(String(producer)) ? String(producer) : ''
  return { ...(mark && { mark }), ...(tool && { tool: tool.charAt(0).toUpperCase() + tool.slice(1) }) }
}

/** Reads the format of Stable Diffusion's web interfaces: the prompt, the negative prompt, the settings. */
function readParameters(text: string): TagClaims {
  const settings = /(?:^|\n)Steps: \d+, .*/.exec(text)
  if (!settings) return {}
  const prompt = text
    .slice(0, settings.index)
    .split(/(?:^|\n)Negative prompt:/)[0]
    ?.trim()
  const model = /\bModel: ([^,\n]+)/.exec(settings[0])?.[1]
  return { ...(prompt && { prompt }), ...(model && { model: modelName(model) }) }
}
