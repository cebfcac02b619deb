import { createRequire } from 'node:module'
import type * as mediabunny from 'mediabunny'

// `require` loads the package from one file and `import` from seventy, which takes media children 80 ms longer.
export const { EncodedPacketSink, FilePathSource, Input, MATROSKA, MP4, MPEG_TS, QTFF, WEBM } = createRequire(
  import.meta.url,
)('mediabunny') as typeof mediabunny

export type Input = mediabunny.Input
