import { describe, expect, it } from 'vitest'
import { describeTerm, endOfTerm, formatLastDay, Term } from './terms.ts'

describe('end of a term', () => {
  it.each([
    [{ kind: 'days', count: 1 }, '2026-11-24T15:00:00Z', '2026-11-26T03:00:00.000Z'],
    [{ kind: 'days', count: 30 }, '2027-01-31T23:00:00Z', '2027-03-03T03:00:00.000Z'],
    // It is still the day before in São Paulo.
    [{ kind: 'days', count: 1 }, '2026-11-24T02:59:59Z', '2026-11-25T03:00:00.000Z'],
    [{ kind: 'months', count: 1 }, '2027-01-31T15:00:00Z', '2027-03-01T03:00:00.000Z'],
    [{ kind: 'months', count: 1 }, '2028-01-31T15:00:00Z', '2028-03-01T03:00:00.000Z'],
    [{ kind: 'months', count: 12 }, '2026-12-31T15:00:00Z', '2028-01-01T03:00:00.000Z'],
    [{ kind: 'months', count: 12 }, '2028-02-29T15:00:00Z', '2029-03-01T03:00:00.000Z'],
    [{ kind: 'date', until: '2027-05-12' }, '2026-11-24T15:00:00Z', '2027-05-13T03:00:00.000Z'],
    // A summer time ended that night: the day had 25 hours.
    [{ kind: 'date', until: '2018-02-17' }, '2018-01-01T15:00:00Z', '2018-02-18T03:00:00.000Z'],
  ] as const)('%j from %s is %s', (term, startsOn, endsOn) => {
    expect(endOfTerm(term, new Date(startsOn))?.toISOString()).toBe(endsOn)
  })

  it('is none for life', () => {
    expect(endOfTerm({ kind: 'life' }, new Date())).toBeNull()
  })

  it('names the last day, which is whole', () => {
    expect(formatLastDay('2027-05-13T03:00:00Z')).toBe('12/05/2027')
  })
})

describe('term', () => {
  it.each([
    [{ kind: 'life' }, 'Acesso para sempre'],
    [{ kind: 'days', count: 1 }, 'Acesso por 1 dia a partir da matrícula'],
    [{ kind: 'months', count: 12 }, 'Acesso por 12 meses a partir da matrícula'],
    [{ kind: 'date', until: '2027-05-12' }, 'Acesso até 12/05/2027'],
  ] as const)('%j reads %s', (term, text) => {
    expect(describeTerm(term)).toBe(text)
  })

  it.each([
    { kind: 'days', count: 0 },
    { kind: 'days', count: 3651 },
    { kind: 'months', count: 1.5 },
    { kind: 'months' },
    { kind: 'date', until: '2027-02-30' },
    { kind: 'date', until: '2100-01-01' },
    { kind: 'weeks', count: 1 },
  ])('%j is refused', (term) => {
    expect(Term.safeParse(term).success).toBe(false)
  })
})
