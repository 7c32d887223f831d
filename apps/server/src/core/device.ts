// The first match counts, because most browsers also name those that they descend from.
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
const findName = (patterns: [RegExp, string][], text: string) => patterns.find(([pattern]) => pattern.test(text))?.[1]

/** Names browser and system of a User-Agent header, as in 'Chrome no Windows'; the rest of it is not kept. */
export function deviceOf(userAgent: string | undefined): string {
  // Real headers are shorter, and no pattern runs over an endless one of an outsider's.
  const text = (userAgent ?? '').slice(0, 400)
  const browser = findName(browsers, text)
  const system = findName(systems, text)
  if (!browser) return system ?? ''
  return system ? `${browser} no ${system}` : browser
}
