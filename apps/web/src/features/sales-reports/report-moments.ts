const pattern =
  /^(?:(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})|(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2}))(?:[T ,]*(?:as |às |- )?(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s*(Z|[+-]\d{2}:?\d{2})?)?/i

const padded = (number: string | undefined, length = 2) => (number ?? '0').padStart(length, '0')

/** Tells whether a calendar has the day. */
function isDay(date: string) {
  const day = new Date(`${date}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(date)
}

/**
 * Reads a moment of a report: a full one, or its day. Without a zone it is Brasília's time.
 * @returns '' for a text that names neither
 */
export function readMoment(text: string): string {
  const found = pattern.exec(text.trim())
  if (!found) return ''
  const [, year, month, day, first, second, short, hours, minutes, seconds, zone] = found
  // A month beyond December is a day: the report was written in English.
  const isEnglish = Number(second) > 12
  const date = year
    ? `${year}-${padded(month)}-${padded(day)}`
    : `${short!.length === 2 ? `20${short}` : short}-${padded(isEnglish ? first : second)}-${padded(isEnglish ? second : first)}`
  if (!isDay(date) || date < '2000' || date >= '2100') return ''
  if (hours === undefined) return date
  const offset = zone?.toUpperCase().replace(/([+-]\d\d)(\d\d)$/, '$1:$2') ?? '-03:00'
  const moment = Date.parse(`${date}T${padded(hours)}:${minutes}:${padded(seconds)}${offset}`)
  return Number.isNaN(moment) ? date : new Date(moment).toISOString()
}
