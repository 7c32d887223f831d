import { otherEmails } from '@escola/contract/other-emails.contract'
import type { ResponseOf } from '@escola/contract/route'
import { students } from '@escola/contract/students.contract'
import { type AccessAnswer, type TimelineEvent, timeline } from '@escola/contract/timeline.contract'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { fail, fakeServer } from '../../testing/fake-server.ts'
import { showPage } from '../../testing/show-app.tsx'
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
}

async function open({ answers = [bought], pending_sales = 0, events = [], isAdmin = false }: Shown) {
  const server = fakeServer()
  server.on(students.get, () => ({
    student: { ...student, is_admin: isAdmin },
    sms: { isOn: false, sent: [] },
    merges: [],
    degrees: [],
    school_gateways: [],
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
  await open({ answers: [bought, { ...refunded, title: 'Mentoria', school_gateway_id: null }] })
  const answers = within(await screen.findByRole('region', { name: 'Por que tem acesso?' }))
  expect((await answers.findAllByRole('listitem')).map((item) => item.textContent)).toEqual([
    'FormaçãoTem acesso até 12/05/2027, porque comprou na Hotmart em 20/11/2026Passar a compra',
    'MentoriaNão tem: a compra foi reembolsada em 21/11/2026Passar a compra',
  ])
  expect(screen.queryByText(noAccessTexts.title)).toBeNull()
})

it.each<[string, Shown, string, [link: string, href: string]]>([
  [
    'after a refund',
    { answers: [refunded] },
    'Uma nova compra dá acesso outra vez. Se foi engano, adicione o aluno à turma.',
    ['Abrir a turma', '/mar/turma/3'],
  ],
  [
    'after the class was deleted',
    { answers: [{ ...refunded, ended_why: 'cohort_deleted', school_gateway_id: null }] },
    'Para dar acesso, adicione o aluno a outra turma.',
    ['Ver as turmas', '/mar/turmas'],
  ],
  [
    'after a subscription',
    { answers: [{ ...refunded, ended_why: 'expired' }] },
    'Uma renovação dá acesso outra vez. Se for preciso, adicione o aluno à turma.',
    ['Abrir a turma', '/mar/turma/3'],
  ],
  [
    'after a removal',
    { answers: [{ ...refunded, source: 'manual', ended_why: 'removed_by_school' }] },
    'Para dar acesso de novo, adicione o aluno à turma.',
    ['Abrir a turma', '/mar/turma/3'],
  ],
  [
    'in the public class of a private school',
    { answers: [{ ...bought, source: 'public-class', school_gateway_id: null, opens: 0, is_hidden: true }] },
    'Não abre nada: a escola é privada, e a turma pública fica escondida',
    ['Ver as turmas', '/mar/turmas'],
  ],
  ['without any class', { answers: [] }, noAccessTexts.never, ['Ver as turmas', '/mar/turmas']],
  [
    'while a sale waits',
    { answers: [], pending_sales: 2 },
    '2 vendas deste aluno esperam por você.',
    ['Resolver em Vendas', '/mar/vendas?search=bruno%40exemplo.com'],
  ],
])('warns of a student without access %s, and leads to what mends it', async (_, shown, text, [link, href]) => {
  await open(shown)
  const card = await screen.findByRole('region', { name: noAccessTexts.title })
  expect(card.textContent).toContain(text)
  expect(hrefOf(link)).toBe(href)
})

it('knows that an administrator opens all courses', async () => {
  await open({ answers: [], isAdmin: true })
  expect(await screen.findByText(noAccessTexts.administrator)).toBeTruthy()
  expect(screen.queryByRole('region', { name: noAccessTexts.title })).toBeNull()
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
  return (await list.findAllByRole('listitem')).map((item) => item.textContent!.replace(/20\/11\/2026, 12:00$/, ''))
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
