/** Maximum number of nodes: more than any real graph has. */
export const NODES_MAX = 2_000
const STEPS_MAX = 64

/** A node of ComfyUI's execution graph. An input is a value or a link `[id, output]` to its source. */
interface Node {
  class_type: string
  inputs?: Record<string, unknown>
}
type Graph = Record<string, Node>

const sampler = /sampl/i
/**
 * Inputs that lead from a sampler to the prompt. Those called `negative…` lead to the negative prompt and are excluded.
 */
const leadsToWords = /^(?!.*negative).*(positive|conditioning|guider|embeds|text|prompt|string|value|clip_l|t5xxl)/i
const namesModel = /^(unet|ckpt|model)(_name)?$/
const modelFile = /\.(safetensors|ckpt|gguf|pth?|sft)$/i

export function isGraph(value: unknown): value is Graph {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const nodes = Object.values(value)
  const isNode = (node: unknown) => typeof node === 'object' && node !== null && 'class_type' in node
  return nodes.length > 0 && nodes.length <= NODES_MAX && nodes.every(isNode)
}

/**
 * Returns the prompt and the model of a graph, found through the `positive` inputs of its samplers. Without a sampler,
 * for example if a node calls a remote service, the node's own `prompt` is used.
 */
export function readGraph(graph: Graph): { prompt?: string; model?: string } {
  const nodes = Object.values(graph)
  const samplers = nodes.filter(({ class_type: type }) => sampler.test(String(type)))
  const seen = new Set<unknown>()
  const words = new Set<string>()
  const follow = (node: Node | undefined, steps: number) => {
    if (!node || seen.has(node) || steps > STEPS_MAX) return
    seen.add(node)
    for (const [name, input] of Object.entries(node.inputs ?? {})) {
      if (!leadsToWords.test(name)) continue
      if (Array.isArray(input)) follow(graph[String(input[0])], steps + 1)
      else if (typeof input === 'string' && /\p{L}/u.test(input)) words.add(input.trim())
    }
  }
  for (const node of samplers.length > 0 ? samplers : nodes.filter(({ inputs }) => inputs?.prompt)) follow(node, 0)
  const model = nodes.flatMap(({ inputs }) => Object.entries(inputs ?? {})).find(isModel)?.[1] as string | undefined
  const prompt = [...words].join('\n\n')
  return { ...(prompt && { prompt }), ...(model !== undefined && { model: modelName(model) }) }
}

function isModel([name, value]: [string, unknown]): boolean {
  return namesModel.test(name) && typeof value === 'string' && (modelFile.test(value) || name.endsWith('_name'))
}

/** Returns the name without folder and file extension. */
export function modelName(file: string): string {
  return (file.split(/[\\/]/).at(-1) ?? '').replace(modelFile, '')
}
