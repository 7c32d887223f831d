import { chargeMessages } from './charges.ts'
import type { ImportUndo, ImportUndoForecast } from './imports.contract.ts'
import { countOf } from './messages.ts'
import { centsOf } from './money.ts'
import { type JoinRefusal, joinRefusals } from './terms.ts'
import { joinTitles } from './text.ts'

export const undoTexts = {
  question: ({ leaving, staying, forsaken, returned, charged }: ImportUndoForecast) =>
    [
      leaving === 0
        ? 'Ninguém sai da turma.'
        : `${countOf(leaving, 'aluno sai da turma e perde o acesso que ela dá', 'alunos saem da turma e perdem o acesso que ela dá')}.`,
      staying > 0 && `${countOf(staying, 'continua, porque tem', 'continuam, porque têm')} acesso por outro motivo.`,
      'Quem a importação cadastrou continua aluno da escola, e o progresso fica guardado. Convites que já saíram não voltam.',
      forsaken > 0 &&
        `${countOf(forsaken, 'pessoa só veio por ela e nunca entrou: depois de desfazer, você pode apagá-la', 'pessoas só vieram por ela e nunca entraram: depois de desfazer, você pode apagá-las')} da escola.`,
      chargeMessages.returns(centsOf(returned)),
      chargeMessages.stays(centsOf(charged)).trim(),
    ]
      .filter(Boolean)
      .join(' '),
  /** Students whom an undone import has left in the school. */
  forsaken: (count: number) =>
    `${countOf(count, 'pessoa que só veio por ela, e nunca entrou, continua', 'pessoas que só vieram por ela, e nunca entraram, continuam')} em Meus alunos.`,
  countForsaken: 'Ver quem ela deixou na escola',
  noneForsaken: 'Ninguém que só veio por ela continua em Meus alunos.',
  outcome: ({ left, kept }: Pick<ImportUndo, 'left' | 'kept'>) =>
    [
      left === 0 ? 'Ninguém saiu da turma' : countOf(left, 'aluno saiu da turma', 'alunos saíram da turma'),
      ...(kept > 0
        ? [`${countOf(kept, 'continua, porque tem', 'continuam, porque têm')} acesso por outro motivo`]
        : []),
    ].join('; '),
} as const

export const importTexts = {
  renews: 'Renovar também quem já está na turma',
  renewsHint:
    'Cada um ganha o prazo da turma outra vez, como se entrasse hoje, e continua nela mesmo que uma compra seja cancelada ou reembolsada.',
  /** Students of a file who are in the class already. */
  here: (count: number, renews: boolean) =>
    renews
      ? countOf(count, 'já está na turma e ganha o prazo outra vez', 'já estão na turma e ganham o prazo outra vez')
      : countOf(count, 'já está na turma e fica como está', 'já estão na turma e ficam como estão'),
  /** Lines of a file that are titles, totals or notes. */
  leftOut: (lines: number[]) => {
    const shown = lines.slice(0, 5).map(String)
    const listed = lines.length > shown.length ? [...shown, 'outras'] : shown
    return `${countOf(lines.length, 'linha de título, total ou observação ficou', 'linhas de título, total ou observação ficaram')} de fora: ${lines.length === 1 ? 'linha' : 'linhas'} ${joinTitles(listed)}.`
  },
  /** Students of a file for whom the class has no place. */
  turnedAway: (count: number, why: JoinRefusal) =>
    `${countOf(count, 'aluno fica de fora', 'alunos ficam de fora')}: ${joinRefusals[why].charAt(0).toLowerCase()}${joinRefusals[why].slice(1)}`,
} as const
