// The first that fits: most browsers also name those that they descend from.
const browsers: [RegExp, string][] = [
  [/\bEdgA?\/|\bEdgiOS\//, 'Edge'],
  [/\bOPR\/|\bOPT\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bChrome\/|\bCriOS\//, 'Chrome'],
  [/\bVersion\/[\d.]+ .*Safari\//, 'Safari'],
]
const systems: [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]
const first = (known: [RegExp, string][], text: string) => known.find(([pattern]) => pattern.test(text))?.[1]

/** What a User-Agent header says of browser and system, as in 'Chrome no Windows'; nothing else of it is kept. */
export function deviceOf(userAgent: string | undefined): string {
  // Nothing of ours is longer, and a pattern isn't tried on what an outsider has made endless.
  const text = (userAgent ?? '').slice(0, 400)
  const browser = first(browsers, text)
  const system = first(systems, text)
  if (!browser) return system ?? ''
  return system ? `${browser} no ${system}` : browser
}
