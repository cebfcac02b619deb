import type { MediaResults } from '../../results.ts'
import type { MediaRequest } from '../../tasks.ts'

type Work<Task extends keyof MediaResults> = (filePath: string, request: MediaRequest) => Promise<MediaResults[Task]>

/** Loads the code of each task on demand. A task does not wait for modules that it does not need. */
export const tasks: { [Task in keyof MediaResults]: () => Promise<Work<Task>> } = {
  inspect: async () => (await import('../../inspect/inspect.ts')).inspect,
  'private-data': async () => (await import('../../inspect/private-data.ts')).listPrivateData,
  credentials: async () => (await import('../../credentials/check-credentials.ts')).checkCredentials,
  'manifest-store': async () => (await import('../../credentials/check-credentials.ts')).checkManifestStore,
  poster: async () => (await import('../../encode/poster.ts')).paintPoster,
  preview: async () => (await import('../../encode/preview.ts')).encodePreview,
  stream: async () => (await import('../../stream/stream.ts')).encodeStream,
  avatar: async () => (await import('../../encode/avatar.ts')).paintAvatar,
  manifests: async () => (await import('../../credentials/write-drafts.ts')).writeDrafts,
  fingerprint: async () => (await import('../../inspect/fingerprint.ts')).takeFingerprint,
  workflow: async () => (await import('../../inspect/workflow.ts')).readWorkflow,
}
