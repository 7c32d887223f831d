import pg from 'pg'

/** PostgreSQL's number of the type text[]; pg's types name no arrays. */
const textArray = 1009 as Parameters<typeof pg.types.setTypeParser>[0]
const parseAsPg = pg.types.getTypeParser(textArray, 'text')

/** Reads arrays of plain words, and arrays of those, by their commas alone; pg's own parser looks at each character. */
export function parseTextArray(value: string): unknown {
  if (value === '{}') return []
  // Quotes, an absent value, or bounds that do not begin with 1.
  if (value[0] !== '{' || value.includes('"') || /null/i.test(value) || value[2] === '{') return parseAsPg(value)
  if (value[1] !== '{') return value.slice(1, -1).split(',')
  return value
    .slice(2, -2)
    .split('},{')
    .map((row) => row.split(','))
}

/** Takes effect on every connection of the process from then on. */
export const installTextArrayParser = () => pg.types.setTypeParser(textArray, parseTextArray)
