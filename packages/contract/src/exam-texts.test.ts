import { expect, it } from 'vitest'
import type { AttemptRefusal } from './exam-attempts.ts'
import {
  describePoints,
  describeTypedNumber,
  explainAttemptRefusal,
  explainPartFault,
  formatMark,
  formatPoints,
} from './exam-texts.ts'

const now = new Date('2026-12-01T12:00:00Z')
const moment = new Date('2026-12-03T22:00:00Z')

it.each<[AttemptRefusal, string]>([
  [{ reason: 'not_open', next: moment }, 'Abre em 3 de dezembro, 19:00'],
  [{ reason: 'not_open', next: new Date('2027-01-01T03:30:00Z') }, 'Abre em 1 de janeiro de 2027, 00:30'],
  [{ reason: 'not_open', next: new Date('2027-01-01T02:30:00Z') }, 'Abre em 31 de dezembro, 23:30'],
  [{ reason: 'pause', next: moment }, 'Você pode tentar de novo a partir de 3 de dezembro, 19:00'],
  [{ reason: 'pause_too_long' }, 'O intervalo entre as tentativas vai além do prazo desta avaliação'],
  [{ reason: 'attempts_used', attempts: 1 }, 'Você já usou a sua única tentativa'],
  [{ reason: 'attempts_used', attempts: 2 }, 'Você já usou as 2 tentativas'],
  [{ reason: 'running' }, 'Você já tem uma tentativa em andamento'],
  [{ reason: 'handed_in', on: moment }, 'Esta tentativa foi entregue em 3 de dezembro, 19:00'],
  [{ reason: 'time_over', on: moment }, 'O tempo desta tentativa acabou em 3 de dezembro, 19:00'],
  [{ reason: 'closed', on: moment }, 'Esta avaliação fechou em 3 de dezembro, 19:00'],
  [{ reason: 'no_access', on: moment }, 'O seu acesso a esta aula terminou em 3 de dezembro, 19:00'],
])('%j', (refusal, text) => expect(explainAttemptRefusal(refusal, now)).toBe(text))

it('says how many questions a draw lacks', () => {
  expect(explainPartFault({ part: 0, reason: 'draw_short', count: 5, left: 1 })).toContain(
    'pede 5 questões e pode ficar com 1:',
  )
  expect(explainPartFault({ part: 0, reason: 'draw_short', count: 1, left: 0 })).toContain(
    'pede 1 questão e pode ficar sem nenhuma:',
  )
  // A bank that has too few is no fault of the parts before.
  expect(explainPartFault({ part: 0, reason: 'draw_short', count: 5, left: 1 }, 3)).toContain('só encontra 3 no banco')
  expect(explainPartFault({ part: 0, reason: 'draw_short', count: 5, left: 1 }, 5)).toContain('pode ficar com 1:')
  expect(explainPartFault({ part: 0, reason: 'fixed_twice' })).toBe(
    'Esta questão já está na avaliação. Deixe-a uma vez só',
  )
})

it.each([
  ['1.234', '', 'Lido como 1,234'],
  ['1.234,50', 'kg', 'Lido como 1234,50 kg'],
  ['-,5 kg', 'kg', 'Lido como -0,5 kg'],
  ['3', '', 'Lido como 3'],
  ['três', 'kg', 'Escreva só um número, como 12,5'],
])('%j is told as it was read', (typed, unit, text) => expect(describeTypedNumber(typed, unit)).toBe(text))

it('a mark shows a pass mark only where it is reached', () => {
  expect(formatMark({ points: 750, total: 1000 })).toBe('7,5 de 10 (75%)')
  expect(formatMark({ points: 6999, total: 10_000 })).toBe('69,99 de 100 (69%)')
  expect(formatMark({ points: 2, total: 3 })).toBe('0,02 de 0,03 (66%)')
  expect(formatMark({ points: 0, total: 0 })).toBe('0 de 0 (0%)')
  expect(formatPoints(100_000)).toBe('1.000')
  expect(describePoints(100)).toBe('1 ponto')
  expect(describePoints(750)).toBe('7,5 pontos')
})
