import * as z from 'zod/mini'

// zod compiles its object parsers with `new Function`, which the content security policy forbids and reports. This
// module must be the first import of main.tsx, because a schema reads the setting when it is created.
z.config({ jitless: true })
