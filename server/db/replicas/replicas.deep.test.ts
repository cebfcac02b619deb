import { testReplicas } from './replicas.suite.ts'

/** `OWN_CHANGES=1000` tries as many. */
testReplicas(Number(process.env['OWN_CHANGES'] ?? 100))
