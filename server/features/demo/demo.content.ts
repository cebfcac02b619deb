import type { Tool } from '../../../contract/videos.ts'

export interface DemoCreator {
  username: string
  displayName: string
  bio: string
}
export interface DemoClip {
  fileName: string
  creator: string
  title: string
  caption: string
  prompt: string
  tags: string[]
  toolUsed: Tool
}
export const demoCreators: DemoCreator[] = []
export const demoClips: DemoClip[] = []
