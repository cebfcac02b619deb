import { lazyCode } from '../../../../net/lazy-code.ts'

/** What reads and shows what a file says: for those that may say something. */
export const saysCode = lazyCode(() => import('./says.ts'))
