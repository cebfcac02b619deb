import type { Tool } from './videos.ts'

/** Names that files use for the tools of our list. */
const names: [RegExp, Tool][] = [
  [/\bsora\b/i, 'openai-sora'],
  [/\bveo\b|google/i, 'google-veo-3'],
  [/\brunway/i, 'runway-gen-3'],
  [/\bluma\b|dream machine/i, 'luma-dream-machine'],
  [/stability|stable video/i, 'stability-ai-video'],
  [/\bpika\b/i, 'pika-labs'],
]

/** Returns the tool that a name in a file stands for, or `undefined` if it is not in the list of tools. */
export function findTool(name: string): Tool | undefined {
  return names.find(([pattern]) => pattern.test(name))?.[1]
}
