/** Those that call themselves others, too, before those others. */
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
  // In the view for desktops an iPad says that it is a Mac.
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

/** No browser says more of itself; a longer text is somebody's joke. */
const MAX_LENGTH = 500

/**
 * What a person calls the browser that a request came from: `Firefox on Linux`. Only names from here, never what was sent.
 *
 * @returns Null for programs that are no browser.
 */
export function browserName(userAgent = ''): string | null {
  const sent = userAgent.slice(0, MAX_LENGTH)
  const [browser, system] = [browsers, systems].map((known) => known.find(([sign]) => sign.test(sent))?.[1])
  if (!browser) return null
  return system ? `${browser} on ${system}` : browser
}
