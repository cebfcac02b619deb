// Preloaded into operator commands, which connect to the database by themselves.
import { defaultPatience } from '../../server/db/guarded-pool.ts'
import { patient } from '../../server/test/patient-timeouts.ts'

Object.assign(defaultPatience, patient)
