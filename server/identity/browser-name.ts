/** The order matters: a browser comes before the other browsers that its header names. */
const browsers: [RegExp, string][] = [
  [/\b(Edg|EdgA|EdgiOS)\//, 'Edge'],
  [/\b(OPR|OPT|OPX)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bYaBrowser\//, 'Yandex Browser'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|HeadlessChrome|Chromium)\//, 'Chrome'],
  [/\bVersion\/.*\bSafari\//, 'Safari'],
]

const systems: [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  // In desktop view an iPad claims to be a Mac.
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

/** Number of characters of the header that are searched. */
const MAX_LENGTH = 500

/**
 * Returns a readable name of a browser, such as `Firefox on Linux`. It contains only names from this file.
 *
 * @returns Null for programs that are not browsers.
 */
export function browserName(userAgent = ''): string | null {
  const sent = userAgent.slice(0, MAX_LENGTH)
  const [browser, system] = [browsers, systems].map((known) => known.find(([sign]) => sign.test(sent))?.[1])
  if (!browser) return null
  return system ? `${browser} on ${system}` : browser
}
