// zod compiles its object parsers with `new Function`. The content security policy forbids and reports that. zod reads
// this variable when it loads. Only forms load zod, so this module runs earlier.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
