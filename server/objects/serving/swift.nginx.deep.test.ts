import { testNginx } from './nginx.suite.ts'

// Swift is a server that verifies signatures.
testNginx('swift')
