// zod compiles its object parsers with `new Function`, which the content security policy forbids and reports. zod reads
// this variable when it loads. Only forms load zod, so this module runs earlier.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
