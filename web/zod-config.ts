// zod compiles its object parsers with `new Function`, which the content security policy forbids and reports. zod reads
// this variable when it loads, which is later than this: only forms load it.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
