import { lazyCode } from '../../../../net/lazy-code.ts'

/** The code that reads and shows detected metadata. It is loaded only for files that may contain some. */
export const detectedMetadataCode = lazyCode(() => import('./says.ts'))
