import { enableMediaBundle } from '../media/engine/child/child-program.ts'

// `postgres.setup.ts` has built the bundle.
enableMediaBundle()
