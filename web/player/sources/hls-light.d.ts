/** The build without subtitles, alternate sound and protection, of which our streams have none; its types are the whole one's. */
declare module 'hls.js/light' {
  export { Hls } from 'hls.js'
}
