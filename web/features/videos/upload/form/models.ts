import type { Tool } from '../../../../../contract/videos/videos.ts'

/** The models of each tool. Other names are accepted, too. */
const ofTool: Partial<Record<Tool, string[]>> = {
  'luma-dream-machine': ['Ray3', 'Ray2'],
  'google-veo-3': ['Veo 3.1', 'Veo 3', 'Veo 3 Fast'],
  'runway-gen-3': ['Gen-4', 'Gen-3 Alpha', 'Gen-3 Alpha Turbo'],
  'openai-sora': ['Sora 2', 'Sora'],
  'stability-ai-video': ['Stable Video Diffusion'],
  'pika-labs': ['Pika 2.2', 'Pika 2.1'],
}

const others = ['Kling', 'Seedance', 'Wan', 'Hailuo', 'Grok Imagine', 'HunyuanVideo', 'LTX-Video', 'Mochi', 'Vidu']

/** Returns suggestions for the model field. @param tool Empty until a tool is chosen. */
export function suggestedModels(tool: Tool | ''): string[] {
  return (tool !== '' && ofTool[tool]) || others
}
