// The entry of every npm script: `node scripts/run.mjs start`. Old versions of Node must be able to parse this file, so
// that they print a sentence instead of a syntax error. Node 18 and 19 can run the rest, but are not tested.
if (Number.parseInt(process.versions.node, 10) < 18) {
  console.error(
    `Reverie needs Node 20 or newer, and this is Node ${process.versions.node}. ` +
      'Please install a newer one from https://nodejs.org/en/download, which also brings npm.',
  )
  process.exit(1)
}
void import('./launch/run-script.mjs')
