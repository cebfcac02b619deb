import { testReplicas } from './replicas.suite.ts'

/** `OWN_CHANGES=1000` runs that many. */
testReplicas(Number(process.env['OWN_CHANGES'] ?? 100))
