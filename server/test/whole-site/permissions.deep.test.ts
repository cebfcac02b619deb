import { testPermissions } from './permissions.suite.ts'
import { askers } from './permissions.table.ts'

testPermissions(askers)
