import { isGraph, NODES_MAX } from './comfyui.ts'
import { isSettings, parseTag, type Tags } from './tags.ts'

type Json = Record<string, unknown>

/** By how well it serves who gets it: as it was drawn, as it was run, the settings of a program without a graph. */
const kinds = [isDrawing, isGraph, isSettings]

/**
 * The workflows in a file's tags, the one to share first: what ComfyUI and Wan2GP open again. Empty where there is none, and
 * where it cannot be read.
 */
export function findWorkflows(tags: Tags): Json[] {
  const found = Object.values(tags).flatMap((text) => {
    const json = objectOf(parseTag(text))
    // Some programs write one in the other.
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
