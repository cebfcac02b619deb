/**
 * The build of hls.js without subtitles, alternate audio and DRM, which our streams do not use. It has the types of the
 * full build.
 */
declare module 'hls.js/light' {
  export { Hls } from 'hls.js'
}
