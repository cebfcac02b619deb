import { testPermissions } from './permissions.suite.ts'

// Those whose answers differ most; everybody else is asked in the deep run.
testPermissions(['visitor', 'stranger', 'owner', 'hidden from stranger'])
