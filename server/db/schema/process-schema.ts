import type { Timestamp } from './schema.ts'

export interface ProcessesTable {
  id: string
  role: 'all' | 'web' | 'worker'
  host: string
  pid: number
  version: string
  startedAt: Timestamp
  beatAt: Timestamp
  stoppedAt: string | null
}
