import * as z from 'zod/mini'

// zod compiles its object parsers with `new Function`, which the content security policy forbids and reports.
// This module is the first import of main.tsx, because a schema decides when it is created.
z.config({ jitless: true })
