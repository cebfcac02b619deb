/** Tags that are hard to carry in an address. */
export const hostileTags = [
  '../..',
  '.',
  '%2F',
  'a/b',
  '"quotes"',
  "it's",
  'نيون',
  '🌊'.repeat(25),
  'ﷺ'.repeat(50),
  '?q=1&x',
  'a#b',
  '%',
  'a b',
  '\\',
]
