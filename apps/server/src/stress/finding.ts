/** One thing that was looked at. */
export interface Finding {
  name: string
  seen: string
  asked: string
  ok: boolean
}

export const table = (findings: Finding[]): string =>
  [
    '| what | seen | asked | |',
    '| --- | --- | --- | --- |',
    ...findings.map(({ name, seen, asked, ok }) => `| ${name} | ${seen} | ${asked} | ${ok ? 'kept' : 'BROKEN'} |`),
  ].join('\n')

/** Something that must not have been seen at all. */
export const none = (name: string, seen: string[]): Finding => ({
  name,
  seen: seen.length ? `${seen.length}: ${seen.slice(0, 5).join('; ')}` : 'none',
  asked: 'none',
  ok: seen.length === 0,
})
