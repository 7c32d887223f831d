import { otherEmails } from '@escola/contract/other-emails.contract'
import type { ResponseOf } from '@escola/contract/route'
import { students } from '@escola/contract/students.contract'
import { type AccessAnswer, type TimelineEvent, timeline } from '@escola/contract/timeline.contract'
import { accessTitle } from '@escola/contract/titles'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { fail, fakeServer } from '../../testing/fake-server.ts'
import { showPage } from '../../testing/show-app.tsx'
import { summarizeAccess } from './access-summary.ts'
import { describeEvent, noAccessTexts } from './timeline-words.ts'

const student: ResponseOf<typeof students.get>['student'] = {
  user_id: '9',
  link: 'abc',
  name: 'Bruno Dias',
  email: 'bruno@exemplo.com',
  cellphone: '',
  origin: 'manual',
  utc_created_on: '2026-03-01T12:00:00.000Z',
  school_gateways: [],
  notes: '',
  phone_e164: null,
  profile_img_url: '',
  utc_seen_on: null,
  is_admin: false,
}
const bought: AccessAnswer = {
  school_gateway_id: '3',
  title: 'Formação',
  source: 'sale',
  platform: 'hotmart',
  purchase_code: 'HP1',
  filename: '',
  line: null,
  given_by: '',
  utc_since: '2026-11-20T15:00:00.000Z',
  utc_ends_on: '2027-05-12T15:00:00.000Z',
  utc_ended_on: null,
  ended_why: '',
  ended_by: '',
  moved_to: '',
  opens: 2,
  is_hidden: false,
}
const refunded = { ...bought, utc_ended_on: '2026-11-21T15:00:00.000Z', ended_why: 'refunded' }

interface Shown {
  answers?: AccessAnswer[]
  pending_sales?: number
  events?: TimelineEvent[]
  isAdmin?: boolean
  cohorts?: ResponseOf<typeof students.get>['school_gateways']
}

async function open({ answers = [bought], pending_sales = 0, events = [], isAdmin = false, cohorts = [] }: Shown) {
  const server = fakeServer()
  server.on(students.get, () => ({
    student: { ...student, is_admin: isAdmin },
    sms: { isOn: false, sent: [] },
    merges: [],
    degrees: [],
    school_gateways: cohorts,
  }))
  server.on(timeline.explain, () => ({ answers, pending_sales }))
  server.on(timeline.list, () => ({ events, next: '' }))
  server.on(otherEmails.list, () => ({ other_emails: [] }))
  await showPage(server, '/aluno/abc')
  await screen.findByRole('heading', { level: 1, name: 'Bruno Dias' })
  return server
}
const hrefOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href')

it('answers in one sentence for each class, those with access first', async () => {
  const mentoring = { ...refunded, title: 'Mentoria', school_gateway_id: null }
  await open({ answers: [bought, mentoring], cohorts: [{ id: '3', title: 'Formação', opens: 2, utc_ends_on: null }] })
  const classes = within(await screen.findByRole('region', { name: 'Turmas' }))
  expect(classes.getByText(accessTitle)).toBeTruthy()
  expect((await classes.findAllByRole('listitem')).map((item) => item.textContent)).toEqual([
    'FormaçãoTem acesso até 12/05/2027: comprou na Hotmart em 20/11/2026Mudar prazoMoverRemover aluno de turmaTransferir compra',
    'MentoriaSem acesso: a compra foi reembolsada em 21/11/2026Transferir compra',
  ])
  expect(hrefOf('Formação')).toBe('/mar/turma/3')
})

it.each<[string, Shown, string]>([
  [
    'after a refund',
    { answers: [refunded] },
    'Sem acesso: a compra foi reembolsada em 21/11/2026. Uma nova compra dá acesso outra vez. Se foi engano, adicione o aluno à turma.',
  ],
  [
    'after the class was deleted',
    { answers: [{ ...refunded, ended_why: 'cohort_deleted', school_gateway_id: null }] },
    'Sem acesso: a turma foi apagada em 21/11/2026. Para dar acesso, adicione o aluno a outra turma.',
  ],
  [
    'after a subscription',
    { answers: [{ ...refunded, ended_why: 'expired' }] },
    'Sem acesso: o período pago terminou em 21/11/2026. Uma renovação dá acesso outra vez. Se for preciso, adicione o aluno à turma.',
  ],
  [
    'after a removal',
    { answers: [{ ...refunded, source: 'manual', ended_why: 'removed_by_school' }] },
    'Sem acesso: a escola tirou em 21/11/2026. Para dar acesso de novo, adicione o aluno à turma.',
  ],
  [
    'in the public class of a private school',
    { answers: [{ ...bought, source: 'public-class', school_gateway_id: null, opens: 0, is_hidden: true }] },
    'Não abre nada: a escola é privada, e a turma pública fica escondida. Para dar acesso, adicione o aluno a outra turma.',
  ],
  ['without any class', { answers: [] }, `${noAccessTexts.never} Para dar acesso, adicione o aluno a uma turma.`],
])('warns of a student without access %s, and offers a class', async (_, shown, text) => {
  await open(shown)
  const state = within(await screen.findByRole('region', { name: accessTitle }))
  expect(await state.findByText(text)).toBeTruthy()
  await userEvent.click(state.getByRole('button', { name: 'Adicionar a uma turma' }))
  expect(await screen.findByRole('dialog', { name: 'Adicionar a uma turma' })).toBeTruthy()
})

it('leads to the sales that wait instead', async () => {
  await open({ answers: [], pending_sales: 2 })
  const state = within(await screen.findByRole('region', { name: accessTitle }))
  expect(await state.findByText(/2 vendas deste aluno esperam por você\./)).toBeTruthy()
  expect(hrefOf('Resolver em Vendas')).toBe('/mar/vendas?search=bruno%40exemplo.com')
  expect(state.queryByRole('button')).toBeNull()
})

it('knows that an administrator opens all courses', async () => {
  await open({ answers: [], isAdmin: true })
  expect(await screen.findByText(noAccessTexts.administrator)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Adicionar a uma turma' })).toBeNull()
})

it('says how a student stands who has access', () => {
  const now = new Date('2026-12-01T12:00:00.000Z')
  const other = { ...bought, title: 'Mentoria', school_gateway_id: '4', utc_ends_on: '2026-12-06T12:00:00.000Z' }
  const soon = { ...other, title: 'Formação' }
  const said = (answers: AccessAnswer[], utc_seen_on: string | null = now.toISOString()) => {
    const { hasAll, text, remedy } = summarizeAccess(answers, { is_admin: false, utc_seen_on }, now)
    return [hasAll, text, remedy]
  }
  expect(said([bought, refunded])).toEqual([true, 'Tem acesso à turma “Formação” até 12/05/2027.', undefined])
  expect(said([bought, other])).toEqual([true, 'Tem acesso a 2 turmas até 12/05/2027.', undefined])
  expect(said([soon, { ...bought, utc_ends_on: null }])).toEqual([true, 'Tem acesso a 2 turmas.', undefined])
  expect(said([soon])).toEqual([
    false,
    'Tem acesso à turma “Formação” até 06/12/2026: termina em 5 dias.',
    { kind: 'term', cohortId: '4' },
  ])
  expect(said([other, soon])).toEqual([false, 'Tem acesso a 2 turmas até 06/12/2026: termina em 5 dias.', undefined])
  expect(said([bought], null)).toEqual([
    false,
    'Tem acesso à turma “Formação” até 12/05/2027, mas nunca entrou na escola.',
    { kind: 'send' },
  ])
  expect(said([{ ...bought, opens: 0 }])).toEqual([
    false,
    'Tem acesso à turma “Formação” até 12/05/2027, mas ela ainda não abre nenhum curso publicado.',
    undefined,
  ])
})

const on = { utc_on: '2026-11-20T15:00:00.000Z' }
const events: TimelineEvent[] = [
  { kind: 'message', ...on, key: 'message:1', message: 'access_link_sms', state: 'number_refused', utc_sent_on: null },
  { kind: 'moved', ...on, key: 'moved:1', title: 'Noite', from_title: 'Manhã', moved_by: 'Helena' },
  {
    kind: 'ended',
    ...on,
    key: 'ended:1',
    title: 'Tarde',
    has_other: true,
    source: 'sale',
    filename: '',
    transaction: 'HP1',
    ended_why: 'refunded',
    ended_by: '',
  },
  {
    kind: 'sale',
    ...on,
    key: 'sale:1',
    platform: 'hotmart',
    event: 'PURCHASE_REFUNDED',
    state: 'unmatched',
    reason: '',
    reason_detail: '',
    transaction: 'HP1',
    product_name: 'Pães',
    purchase_code: 'HP1',
  },
  {
    kind: 'given',
    ...bought,
    ...on,
    key: 'given:1',
    title: '',
    has_other: false,
    source: 'importer',
    filename: 'a.csv',
    line: 12,
    transaction: '',
    is_back: false,
  },
  {
    kind: 'purchase_given',
    ...on,
    key: 'passed:1',
    platform: 'hotmart',
    transaction: 'HP1',
    is_received: false,
    other_name: 'João',
  },
  { kind: 'entered', ...on, key: 'entered:9' },
  { kind: 'message', ...on, key: 'message:0', message: 'invitation', state: 'sent', utc_sent_on: on.utc_on },
]
const rows = async () => {
  const list = within(await screen.findByRole('region', { name: 'Histórico' }))
  return (await list.findAllByRole('listitem')).map((item) => item.textContent!.replace(/12:00$/, ''))
}

it('tells what happened, in words, and the rest when it is asked for', async () => {
  await open({ events })
  const first = [
    'SMS com link de acessoNúmero recusado: confira o celular do aluno',
    'Foi para a turma “Noite”Veio da turma “Manhã” · A escola moveu (Helena)',
    'Continua na turma “Tarde” por outro motivoA compra foi reembolsada · HP1',
    'Reembolso na HotmartPães · HP1 · Espera uma turma',
    'Entrou na turma apagadaVeio com a importação “a.csv”, linha 12',
    'A escola passou a compra para JoãoComprada na Hotmart · HP1',
  ]
  expect(await rows()).toEqual(first)
  await userEvent.click(screen.getByRole('button', { name: 'Mostrar mais' }))
  expect(await rows()).toEqual([...first, 'Entrou na escola pela primeira vez', 'E-mail de conviteEnviado'])
  expect(screen.queryByRole('button', { name: 'Mostrar mais' })).toBeNull()
})

it('tells of terms, study, questions and mails about access', async () => {
  const mail = { kind: 'message' as const, ...on, state: 'sent' as const, utc_sent_on: on.utc_on }
  await open({
    events: [
      {
        kind: 'term_set',
        ...on,
        key: 'term:1',
        title: 'Noite',
        utc_ends_on: '2027-05-13T03:00:00.000Z',
        set_by: 'Helena',
      },
      { kind: 'term_set', ...on, key: 'term:2', title: 'Tarde', utc_ends_on: null, set_by: '' },
      { kind: 'lessons_completed', ...on, key: 'study:1', course: 'Pães', lesson: 'Sonho', lessons: 3 },
      { kind: 'lessons_completed', ...on, key: 'study:2', course: 'Pães', lesson: 'Massa', lessons: 1 },
      { kind: 'course_completed', ...on, key: 'course:1', course: 'Pães' },
      { kind: 'question', ...on, key: 'question:1', course: 'Pães', lesson: 'Sonho', utc_answered_on: null },
    ],
  })
  expect(await rows()).toEqual([
    'Acesso à turma “Noite” até 12/05/2027Prazo mudado por Helena',
    'Acesso à turma “Tarde” para semprePrazo mudado pela escola',
    'Concluiu 3 aulas de “Pães”A última foi “Sonho”',
    'Concluiu a aula “Massa”Pães',
    'Concluiu o curso “Pães”',
    'Perguntou na aula “Sonho”Pães · Espera resposta',
  ])
  expect(describeEvent({ ...mail, key: 'message:1', message: 'access_ends' }, String).title).toBe(
    'E-mail sobre o fim do acesso',
  )
})

it('tells of an attempt without marks to those who are told none', () => {
  const attempt = { kind: 'exam_handed_in', ...on, key: 'attempt:1', course: 'Pães', lesson: 'Sonho' } as const
  const titleOf = (points: number | null, total: number) =>
    describeEvent({ ...attempt, how: 'student', points, total }, String).title
  const title = 'Fez a avaliação da aula “Sonho”'
  expect([titleOf(null, 0), titleOf(null, 1000)]).toEqual([title, `${title}: aguardando correção`])
})

it('tells of new terms of a class', async () => {
  await open({
    events: [
      {
        kind: 'term_changed',
        ...on,
        key: 'newterm:2',
        title: 'Noite',
        term: { kind: 'months', count: 6 },
        platform: null,
        set_by: 'Helena',
      },
      {
        kind: 'term_changed',
        ...on,
        key: 'newterm:1',
        title: 'Noite',
        term: { kind: 'life' },
        platform: null,
        set_by: '',
      },
      {
        kind: 'term_changed',
        ...on,
        key: 'newterm:0',
        title: 'Noite',
        term: null,
        platform: 'hotmart',
        set_by: 'Helena',
      },
    ],
  })
  expect(await rows()).toEqual([
    'Novo prazo da turma “Noite”Acesso por 6 meses a partir da matrícula · Mudado por Helena para todos os alunos',
    'Novo prazo da turma “Noite”Acesso para sempre · Mudado pela escola para todos os alunos',
    'Novo prazo da turma “Noite”Acesso com o prazo da turma · Mudado por Helena para todos os que compraram na Hotmart',
  ])
})

it('groups events by the days of São Paulo', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const entered = (id: string, utc_on: string): TimelineEvent => ({ kind: 'entered', key: `entered:${id}`, utc_on })
  await open({
    events: [
      entered('3', new Date().toISOString()),
      entered('2', '2026-11-21T02:59:00.000Z'),
      entered('1', '2026-11-20T03:00:00.000Z'),
      entered('0', '2026-11-20T02:59:00.000Z'),
    ],
  })
  const history = within(await screen.findByRole('region', { name: 'Histórico' }))
  const days = (await history.findAllByRole('heading', { level: 3 })).map((heading) => heading.textContent!)
  expect(days).toEqual(['Hoje', '20/11/2026', '19/11/2026'])
  const timesOf = (day: string) =>
    within(history.getByRole('region', { name: day }))
      .getAllByRole('listitem')
      .map((item) => item.textContent!.slice(-5))
  expect(timesOf('20/11/2026')).toEqual(['23:59', '00:00'])
})

it('asks for one part alone, and for what lies behind the last event', async () => {
  const server = await open({ events })
  await rows()
  const asked = server.on(timeline.list, ({ query }) =>
    query?.before
      ? { events: events.slice(1, 2), next: '' }
      : { events: events.slice(0, 1), next: `${on.utc_on} message:1` },
  )
  await userEvent.selectOptions(screen.getByLabelText('Mostrar no histórico'), 'Mensagens')
  await userEvent.click(await screen.findByRole('button', { name: 'Mostrar mais' }))
  expect(await screen.findByText('Foi para a turma “Noite”')).toBeTruthy()
  expect(asked.map(({ query }) => query)).toEqual([
    { part: 'messages', before: '' },
    { part: 'messages', before: `${on.utc_on} message:1` },
  ])
})

it('says what is empty, and what failed while the rest of the page stays', async () => {
  const server = await open({})
  expect(await screen.findByText('Nada aconteceu com este aluno ainda.')).toBeTruthy()
  server.on(timeline.list, () => fail('unavailable'))
  await userEvent.selectOptions(screen.getByLabelText('Mostrar no histórico'), 'Vendas')
  const list = within(screen.getByRole('region', { name: 'Histórico' }))
  expect(await list.findByRole('alert')).toBeTruthy()
  server.on(timeline.list, () => ({ events: [], next: '' }))
  await userEvent.click(list.getByRole('button', { name: 'Tentar novamente' }))
  expect(await screen.findByText('Nenhuma venda foi recebida para este aluno.')).toBeTruthy()
})

it('tells that a student came back who had been out', async () => {
  await open({
    events: [
      {
        kind: 'given',
        ...bought,
        ...on,
        key: 'given:0',
        title: 'Tarde',
        has_other: false,
        is_back: true,
        transaction: 'HP2',
      },
    ],
  })
  expect((await rows())[0]).toMatch(/^Voltou a ter acesso à turma “Tarde”Comprou na Hotmart.* · HP2$/)
})
