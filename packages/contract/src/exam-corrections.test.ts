import { expect, it } from 'vitest'
import type { ExamKey } from './exam-content.ts'
import { describeAnswer, describeEffect, describeRegrading, describeUndo } from './exam-correction-texts.ts'
import {
  annulledWith,
  answerOfKey,
  asksTheSame,
  correctedWith,
  findOutdated,
  isSameAnswer,
  standingOf,
  withAnswer,
  withCorrection,
} from './exam-corrections.ts'

const options = (...ids: string[]) => ids.map((id) => ({ id, html: `<p>${id}</p>` }))
const one = (right: string, ids = ['1', '2', '3']): ExamKey => ({ kind: 'one', options: options(...ids), right })
const several = (right: string[]): ExamKey => ({ kind: 'several', options: options('1', '2', '3'), right })
const number = (right: string, tolerance = '0', unit = 'g'): ExamKey => ({ kind: 'number', right, tolerance, unit })
const text = (...right: string[]): ExamKey => ({ kind: 'text', right })

it('changes the right answer of a key alone', () => {
  expect(withAnswer(one('1'), answerOfKey(one('2', ['2', '5'])))).toEqual(one('2'))
  expect(withAnswer(number('1', '0', 'kg'), answerOfKey(number('2', '0.5', 'g')))).toEqual(number('2', '0.5', 'kg'))
  expect(withAnswer(one('1'), { kind: 'truth', right: true })).toEqual(one('1'))
})

it.each<[string, ExamKey, ExamKey, boolean]>([
  ['options in another order', one('1'), one('2', ['3', '1', '2']), true],
  ['another option', one('1'), one('1', ['1', '2', '4']), false],
  ['one more option', one('1'), one('1', ['1', '2', '3', '4']), false],
  ['another kind', one('1'), several(['1']), false],
  ['another unit', number('1'), number('1', '0', 'kg'), false],
  ['other accepted texts', text('a'), text('b'), true],
])('knows what asks the same: %s', (_, key, other, isSame) => expect(asksTheSame(key, other)).toBe(isSame))

it.each<[ExamKey, ExamKey, boolean]>([
  [several(['1', '2']), several(['2', '1']), true],
  [several(['1', '2']), several(['1']), false],
  [number('1.50', '0.0'), number('1.5', '0'), true],
  [number('1.5', '0.1'), number('1.5'), false],
  [text('Autólise', 'descanso'), text('descanso', ' AUTOLISE '), true],
  [text('Autólise'), text('Autólise', 'descanso'), false],
  [one('1'), one('2'), false],
])('knows answers that mark the same', (key, other, isSame) =>
  expect(isSameAnswer(answerOfKey(key), answerOfKey(other))).toBe(isSame),
)

it('corrects all versions that ask the same and were marked by the same wrong answer', () => {
  const versions = [
    { version: 1, key: one('1') },
    { version: 2, key: one('1', ['3', '2', '1']) },
    { version: 3, key: one('2') },
    { version: 4, key: one('1', ['1', '2', '4']) },
    { version: 5, key: several(['1']) },
  ]
  expect(correctedWith(one('1'), versions)).toEqual([1, 2])
  expect(findOutdated(one('2'), versions)?.version).toBe(2)
  expect(findOutdated(one('1'), versions)?.version).toBe(3)
  expect(findOutdated(one('9', ['9', '8']), versions)).toBeUndefined()
})

it('annuls the versions that say the same, word by word, and no key is corrected beside an annulment', () => {
  const words = (version: number, html: string, key = one('1')) => ({ version, html, key })
  const versions = [
    words(1, 'a'),
    words(2, 'a', one('1', ['3', '2', '1'])),
    words(3, 'mended'),
    words(4, 'a', one('2')),
    { ...words(5, 'a'), annulled: 'all' as const },
    words(6, 'a', {
      ...one('1'),
      options: options('1', '2', '3').with(1, { id: '2', html: '<p>mended</p>' }),
    } as ExamKey),
  ]
  expect(annulledWith(versions[0]!, versions)).toEqual([1, 2])
  expect(correctedWith(one('1'), versions)).not.toContain(5)
  expect(findOutdated(one('2'), versions.slice(4, 5))).toBeUndefined()
})

it('applies corrections in their order: the last one stands', () => {
  const written = { key: one('1') }
  const annulled = withCorrection(withCorrection(written, { kind: 'one', right: '2' }), {
    kind: 'annulled',
    points: 'all',
  })
  expect([annulled, standingOf(annulled)]).toEqual([
    { key: one('2'), annulled: 'all' },
    { kind: 'annulled', points: 'all' },
  ])
  expect(standingOf(withCorrection(annulled, { kind: 'one', right: '3' }))).toEqual({ kind: 'one', right: '3' })
})

it('says what a correction does, for one and for many', () => {
  const nothing = { marks: 0, passed: 0, kept: 0, running: 0, certificates: 0 }
  expect(describeEffect({ ...nothing, marks: 14, passed: 3 })).toBe(
    '14 notas mudam, 3 alunos passam a ser aprovados, ninguém perde a aprovação.',
  )
  expect(describeEffect({ marks: 1, passed: 0, kept: 1, running: 1, certificates: 2 })).toBe(
    '1 nota muda, ninguém passa a ser aprovado, ninguém perde a aprovação. 1 aluno continua aprovado com uma nota abaixo da mínima. A mudança vale também para 1 tentativa em andamento. 2 certificados mostram outra nota e não mudam.',
  )
  expect(describeEffect(nothing)).toBe('Nenhuma nota muda, ninguém passa a ser aprovado, ninguém perde a aprovação.')
  const back = 'As notas voltam ao que o gabarito anterior dá.'
  expect(describeUndo({ passed: 0, certificates: 0 })).toBe(back)
  expect(describeUndo({ passed: 1, certificates: 0 })).toBe(`${back} 1 aprovação fica.`)
  expect(describeUndo({ passed: 3, certificates: 2 })).toBe(`${back} 3 aprovações e 2 certificados ficam.`)
  const ended = {
    id: '1',
    total: 3,
    done: 3,
    marks: 1,
    passed: 1,
    is_undo: false,
    is_annulment: false,
    is_stopped: false,
    utc_ended_on: null,
  }
  expect(describeRegrading(ended)).toBe('Gabarito corrigido: 1 nota mudou, 1 aluno passou a ser aprovado.')
  expect(describeRegrading({ ...ended, marks: 0, passed: 0, is_undo: true })).toBe(
    'Correção desfeita: nenhuma nota mudou.',
  )
  expect(describeRegrading({ ...ended, is_annulment: true })).toMatch(/^Questão anulada: 1 nota/)
  expect(describeRegrading({ ...ended, is_annulment: true, is_undo: true })).toMatch(/^Anulação desfeita: 1 nota/)
})

it('names answers as the form of the question does', () => {
  const options = [
    { id: '4', words: 'Levain' },
    { id: '9', words: 'Fermento químico' },
    { id: '2', words: '' },
  ]
  const form = { options, lefts: [] }
  expect(describeAnswer({ kind: 'one', right: '9' }, form)).toBe('Opção 2 (Fermento químico)')
  expect(describeAnswer({ kind: 'several', right: ['2', '4'] }, form)).toBe('Opções 1 (Levain), 3')
  expect(describeAnswer({ kind: 'annulled', points: 'out' }, form)).toBe('Questão anulada: fora da conta')
  expect(describeAnswer({ kind: 'truth', right: false }, form)).toBe('Falsa')
  expect(describeAnswer({ kind: 'number', right: '78.5', tolerance: '0.5' }, form)).toBe('78,5 ± 0,5')
  expect(describeAnswer({ kind: 'number', right: '3', tolerance: '0' }, form)).toBe('3')
  expect(describeAnswer({ kind: 'text', right: ['a', 'b'] }, form)).toBe('a, b')
})
