/** The code of each task of a media child. Loaded when asked for: what a task does not need, it does not wait for. */
export const modules = {
  inspect: () => import('./inspect.ts'),
  'private-data': () => import('./private-data.ts'),
  poster: () => import('./poster.ts'),
  preview: () => import('./preview.ts'),
  stream: () => import('./stream.ts'),
  avatar: () => import('./avatar.ts'),
}
