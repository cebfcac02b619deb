import { testReplicas } from './replicas.suite.ts'

/** Number of changes for each delay: `OWN_CHANGES=1000` makes a thousand. */
testReplicas(Number(process.env['OWN_CHANGES'] ?? 100))
