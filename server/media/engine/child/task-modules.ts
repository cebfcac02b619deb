/**
 * The code of each task of a media child, loaded on demand, so that a task does not wait for modules that it does not
 * need.
 */
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
