import { testNginx } from './nginx.suite.ts'

// A server that looks at signatures.
testNginx('swift')
