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

/** Its queue's library does not hear every connection that ends, and then the worker ends (decision 0015): its supervisor makes another. */
export const workerEnds = (ends: string[]): Finding => ({
  name: 'times that the worker ended by itself',
  seen: `${ends.length}`,
  asked: 'few, and no job lost',
  ok: ends.length <= 10,
})
