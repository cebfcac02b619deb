import { fileURLToPath } from 'node:url'

let program = fileURLToPath(new URL('child.ts', import.meta.url))

/** Returns the file in which a media child starts: its source or its bundle. */
export const childProgram = () => program

/**
 * Starts the later media children of this process from their bundle (`scripts/serve/build-server.ts`). From source, each
 * takes 0.15 s longer, to strip types and to find and compile its modules. The caller knows that the bundle is current.
 */
export function enableMediaBundle(): void {
  program = fileURLToPath(new URL('../../../../dist/media/child.js', import.meta.url))
}
