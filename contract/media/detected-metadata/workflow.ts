import { isGraph, NODES_MAX } from './comfyui.ts'
import { isSettings, parseTag, type Tags } from './tags.ts'

type Json = Record<string, unknown>

/**
 * The kinds of workflow, most useful first: an editable graph, an executed graph, settings of a program without graphs.
 */
const kinds = [isDrawing, isGraph, isSettings]

/**
 * Returns the workflows of ComfyUI and Wan2GP in a file's tags. The first one is the one to share. Empty if no workflow
 * can be read.
 */
export function findWorkflows(tags: Tags): Json[] {
  const found = Object.values(tags).flatMap((text) => {
    const json = objectOf(parseTag(text))
    // Some programs write one workflow inside the other.
    return [json, ...['workflow', 'prompt'].map((name) => objectOf(parseTag(json[name]) ?? json[name]))]
  })
  return kinds.flatMap((isKind) => found.filter(isKind))
}

function isDrawing({ nodes, links, last_node_id: last }: Json): boolean {
  return Array.isArray(nodes) && nodes.length > 0 && nodes.length <= NODES_MAX && (links ?? last) !== undefined
}

function objectOf(value: unknown): Json {
  return typeof value === 'object' && value !== null && !ArrayBuffer.isView(value) ? (value as Json) : {}
}
