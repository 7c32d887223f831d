import pg from 'pg'

/** What PostgreSQL calls text[]; pg's types name no arrays. */
const textArray = 1009 as Parameters<typeof pg.types.setTypeParser>[0]
const slowly = pg.types.getTypeParser(textArray, 'text')

/** Arrays of ids and other plain words, and arrays of those, are told apart by their commas; pg's own way reads each character. */
export function parseTextArray(value: string): unknown {
  if (value === '{}') return []
  // Quotes, an absent value, or bounds that do not begin with 1.
  if (value[0] !== '{' || value.includes('"') || /null/i.test(value) || value[2] === '{') return slowly(value)
  if (value[1] !== '{') return value.slice(1, -1).split(',')
  return value
    .slice(2, -2)
    .split('},{')
    .map((row) => row.split(','))
}

/** From now on, on every connection. */
export const readArraysFast = () => pg.types.setTypeParser(textArray, parseTextArray)
