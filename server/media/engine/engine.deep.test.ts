import { testGoodClips } from './good-clips.suite.ts'

testGoodClips({ every: 1 })
