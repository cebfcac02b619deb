/** The code of each task of a media child. Loaded when asked for: what a task does not need, it does not wait for. */
export const modules = {
  inspect: () => import('../../inspect/inspect.ts'),
  'private-data': () => import('../../inspect/private-data.ts'),
  credentials: () => import('../../credentials/check-credentials.ts'),
  poster: () => import('../../encode/poster.ts'),
  preview: () => import('../../encode/preview.ts'),
  stream: () => import('../../stream/stream.ts'),
  avatar: () => import('../../encode/avatar.ts'),
  manifests: () => import('../../credentials/draft-manifests.ts'),
  fingerprint: () => import('../../inspect/fingerprint.ts'),
  workflow: () => import('../../inspect/workflow.ts'),
}
