import { askers, testPermissions } from './permissions.suite.ts'

testPermissions(askers)
