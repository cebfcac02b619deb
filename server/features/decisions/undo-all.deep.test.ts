import { testUndo } from './undo-all.suite.ts'

testUndo(10)
