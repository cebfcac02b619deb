// Plays the address of a stream with FFmpeg, like players that are built on it. `node play-address.fixture.ts URL`
// prints the number of tracks, and the number of readable packets. It runs as a separate process, because native calls
// block.
import { FormatContext, InputFormat, Packet } from 'node-av/lib'

const [address = ''] = process.argv.slice(2)
const format = new FormatContext()
format.allocContext()
const opened = format.openInputSync(address, InputFormat.findInputFormat('hls'), null)
let packets = 0
if (opened >= 0 && format.findStreamInfoSync() >= 0) {
  using packet = new Packet()
  packet.alloc()
  while (format.readFrameSync(packet) >= 0) {
    packets++
    packet.unref()
  }
}
console.log(JSON.stringify({ tracks: format.streams?.length ?? 0, packets }))
process.exit(0)
