import { expect, it } from 'vitest'
import { type AccessAnswer, explainAccess } from './grant-ends.ts'

const bought: AccessAnswer = {
  source: 'sale',
  platform: 'hotmart',
  filename: '',
  line: null,
  given_by: '',
  utc_since: '2026-11-20T15:00:00.000Z',
  utc_ends_on: null,
  utc_ended_on: null,
  ended_why: '',
  ended_by: '',
  moved_to: '',
  opens: 2,
  is_hidden: false,
}

it.each<[Partial<AccessAnswer>, string]>([
  [{ utc_ends_on: '2027-05-12T15:00:00.000Z' }, 'Tem acesso até 12/05/2027: comprou na Hotmart em 20/11/2026'],
  [{ utc_ends_on: '2027-05-13T03:00:00.000Z' }, 'Tem acesso até 12/05/2027: comprou na Hotmart em 20/11/2026'],
  [{ platform: 'mercadopago' }, 'Tem acesso: comprou no Mercado Pago em 20/11/2026'],
  [{ platform: 'nova' }, 'Tem acesso: comprou na nova em 20/11/2026'],
  [{ source: 'manual', given_by: 'Helena Prado' }, 'Tem acesso: adicionado por Helena Prado em 20/11/2026'],
  [{ source: 'manual' }, 'Tem acesso: adicionado pela escola em 20/11/2026'],
  [{ source: 'importer', filename: 'alunos.csv' }, 'Tem acesso: veio com a importação “alunos.csv” em 20/11/2026'],
  [{ source: 'importer' }, 'Tem acesso: veio com uma importação em 20/11/2026'],
  [{ source: 'api' }, 'Tem acesso: outro sistema deu o acesso pela API em 20/11/2026'],
  [{ source: 'public-class' }, 'Tem acesso: se cadastrou na turma pública em 20/11/2026'],
  [{ source: 'school-admin' }, 'Tem acesso: administrou a escola em 20/11/2026'],
  [{ source: 'school-register' }, 'Tem acesso: se cadastrou na escola em 20/11/2026'],
  [{ is_hidden: true, opens: 0 }, 'Não abre nada: a escola é privada, e a turma pública fica escondida'],
  [{ opens: 0 }, 'Tem acesso: comprou na Hotmart em 20/11/2026. A turma ainda não abre nenhum curso publicado'],
  [{ source: 'unknown' }, 'Tem acesso: entrou na turma em 20/11/2026'],
])('explains access by %o', (values, sentence) => {
  expect(explainAccess({ ...bought, ...values })).toBe(sentence)
})

it.each<[Partial<AccessAnswer>, string]>([
  [{ ended_why: 'removed_by_school' }, 'a escola tirou'],
  [{ ended_why: 'removed_by_school', ended_by: 'Helena Prado' }, 'a escola tirou (Helena Prado)'],
  [{ ended_why: 'cohort_deleted', ended_by: 'Helena Prado' }, 'a turma foi apagada (Helena Prado)'],
  [{ ended_why: 'refunded' }, 'a compra foi reembolsada'],
  [{ ended_why: 'canceled' }, 'a compra foi cancelada'],
  [{ ended_why: 'subscription_ended' }, 'a assinatura foi cancelada'],
  [{ ended_why: 'expired' }, 'o período pago terminou'],
  [{ ended_why: 'expired', source: 'manual' }, 'o prazo terminou'],
  [
    { ended_why: 'import_undone', source: 'importer', filename: 'alunos.csv' },
    'a importação “alunos.csv” foi desfeita',
  ],
  [{ ended_why: 'import_undone', source: 'importer' }, 'a importação foi desfeita'],
  [{ ended_why: 'moved', moved_to: 'Noite', ended_by: 'Helena' }, 'a escola moveu para a turma “Noite” (Helena)'],
  [{ ended_why: 'moved' }, 'a escola moveu para outra turma'],
  [{ ended_why: 'unknown' }, 'o acesso terminou'],
])('explains by %o that access has ended', (values, words) => {
  const ended = { ...bought, ...values, utc_ended_on: '2026-11-22T02:00:00.000Z' }
  // Two hours after midnight of Greenwich it is still the day before in São Paulo.
  expect(explainAccess(ended)).toBe(`Sem acesso: ${words} em 21/11/2026`)
})
