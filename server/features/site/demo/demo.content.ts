export type Samples = typeof demo
export type DemoCreator = Samples['creators'][number]
export type DemoClip = Samples['clips'][number]

const creators = [
  {
    username: 'slowlight',
    displayName: 'Slow Light',
    bio: 'Horizons, long evenings and skies that take their time. Painted in code, best watched twice.',
  },
  {
    username: 'inkandtide',
    displayName: 'Ink & Tide',
    bio: 'Small studies of water, pigment and whatever the two decide between them.',
  },
  {
    username: 'velvetloop',
    displayName: 'Velvet Loop',
    bio: 'Soft things in motion, with no first frame and no last one.',
  },
  {
    username: 'farorbit',
    displayName: 'Far Orbit',
    bio: 'Postcards from places nobody has stood yet. Wide frames, quiet distances.',
  },
  {
    username: 'patternhouse',
    displayName: 'Pattern House',
    bio: 'Simple rules, repeated until they turn into flowers, fractals and cloth.',
  },
]

/** The clips in the order in which they are published, so the last one is the first in the feed. */
const clips = [
  {
    fileName: 'weave.mp4',
    creator: 'patternhouse',
    title: 'A cloth that rule 30 wove',
    caption: 'One gold thread at the top, one simple rule for every row below it.',
    prompt:
      'Macro shot of a handwoven textile, copper-gold threads forming an intricate triangular cellular pattern over deep indigo, the cloth undulating slowly as a warm light sweeps across it, seamless loop.',
    tags: ['textile', 'pattern', 'gold', 'loop'],
  },
  {
    fileName: 'metaballs.mp4',
    creator: 'velvetloop',
    title: 'Six lanterns, melting',
    caption: 'They meet, merge, change their minds and part again.',
    prompt:
      'Soft coral spheres drifting and merging like liquid wax, glowing amber rim light, dark plum studio background, smooth subsurface glow, slow hypnotic motion, locked camera, seamless loop.',
    tags: ['abstract', 'soft', 'warm', 'loop'],
  },
  {
    fileName: 'ink.mp4',
    creator: 'inkandtide',
    title: 'Indigo, then coral',
    caption: 'Two inks let into clear water, and a minute of holding still.',
    prompt:
      'Indigo and coral ink billowing downwards through clear, backlit water, fine wisps curling into each other, pale luminous background, macro photography, slow motion, vertical frame.',
    tags: ['ink', 'water', 'macro', 'slowmotion'],
  },
  {
    fileName: 'julia.mp4',
    creator: 'patternhouse',
    title: 'The coastline of a number',
    caption: 'A Julia set whose one number walks in a small circle.',
    prompt:
      'A lacework fractal of rose and amber spirals breathing slowly on midnight blue, delicate filaments reaching outwards, jewel-like detail, smooth continuous morphing, seamless loop.',
    tags: ['fractal', 'spirals', 'abstract'],
  },
  {
    fileName: 'dunes.mp4',
    creator: 'slowlight',
    title: 'The last warm hour',
    caption: 'The camera stays where it is; only the sun moves, and the shadows with it.',
    prompt:
      'Wide view over rippled desert dunes at dusk, a low sun off frame drawing long violet shadows that lengthen and shorten, haze along the horizon, apricot sand, still camera.',
    tags: ['desert', 'dusk', 'landscape', 'calm'],
  },
  {
    fileName: 'silk.mp4',
    creator: 'velvetloop',
    title: 'Silk with the window open',
    caption: 'Rose and burgundy, folding over itself. A handful of sine waves pretending to be fabric.',
    prompt:
      'Close-up of rose and burgundy silk rippling slowly in a breeze, deep folds with a satin sheen, warm side light, shallow shadows, elegant slow motion, vertical, seamless loop.',
    tags: ['silk', 'fabric', 'rose', 'slowmotion'],
  },
  {
    fileName: 'galaxy.mp4',
    creator: 'farorbit',
    title: 'Fifty-two thousand stars',
    caption: 'Each one drifts a little way along its arm and hands over to the next. We counted.',
    prompt:
      'A spiral galaxy seen at an angle, golden core, blue and violet arms of countless stars slowly turning, dark dust lanes, deep black space, gentle camera tilt, seamless loop.',
    tags: ['galaxy', 'space', 'stars', 'loop'],
  },
  {
    fileName: 'rain.mp4',
    creator: 'inkandtide',
    title: 'Waiting for the night bus',
    caption: 'Every drop holds the whole street, upside down.',
    prompt:
      'Raindrops running down a window at night, neon street lights behind as large soft bokeh discs in magenta, cyan and amber, reflections on wet asphalt, shallow focus, vertical, cinematic.',
    tags: ['rain', 'neon', 'night', 'bokeh'],
  },
  {
    fileName: 'rings.mp4',
    creator: 'farorbit',
    title: 'Passing the ringed giant',
    caption: 'The planet’s shadow falls on the rings, and theirs falls on the planet.',
    prompt:
      'Ultra-wide shot of a banded, cream-coloured gas giant with brilliant rings, hard sunlight from the left, its shadow cutting across the rings, sparse stars, slow tilting fly-by, cinematic 21:9.',
    tags: ['planet', 'rings', 'space', 'widescreen'],
  },
  {
    fileName: 'petals.mp4',
    creator: 'patternhouse',
    title: 'The dahlia that keeps opening',
    caption: 'Watch one petal, and you will never see it arrive.',
    prompt:
      'Top view of an endless dahlia blooming outwards, layered petals from a golden heart through coral to deep magenta, soft studio light, perfect symmetry, continuous seamless zoom.',
    tags: ['flower', 'kaleidoscope', 'bloom', 'loop'],
  },
  {
    fileName: 'ocean.mp4',
    creator: 'slowlight',
    title: 'Five seconds before the sun goes',
    caption: 'Thirteen waves, one low sun, and the glitter in between.',
    prompt:
      'Open ocean at dusk, a low golden sun just above the horizon, glitter path across gentle swell, mauve and amber sky with thin cloud, camera close to the water, calm, photorealistic.',
    tags: ['ocean', 'sunset', 'waves', 'calm'],
  },
  {
    fileName: 'aurora.mp4',
    creator: 'slowlight',
    title: 'Green fire over a still lake',
    caption: 'Stay for the reflection.',
    prompt:
      'Green and violet aurora curtains swaying above a dark mountain ridge, mirrored in a calm lake, star-filled sky, long-exposure feel, quiet arctic night, vertical frame, seamless loop.',
    tags: ['aurora', 'night', 'mountains', 'lake'],
  },
]

export const demo = { creators, clips }
