/** One thing that was looked at. */
export interface Finding {
  name: string
  seen: string
  expected: string
  ok: boolean
}

export const table = (findings: Finding[]): string =>
  [
    '| what | seen | expected | |',
    '| --- | --- | --- | --- |',
    ...findings.map(
      ({ name, seen, expected, ok }) => `| ${name} | ${seen} | ${expected} | ${ok ? 'kept' : 'BROKEN'} |`,
    ),
  ].join('\n')

/** Makes the finding of a check that expects nothing at all. */
export const none = (name: string, seen: string[]): Finding => ({
  name,
  seen: seen.length ? `${seen.length}: ${seen.slice(0, 5).join('; ')}` : 'none',
  expected: 'none',
  ok: seen.length === 0,
})
