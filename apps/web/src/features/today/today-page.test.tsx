import { categories } from '@escola/contract/categories.contract'
import { charges } from '@escola/contract/charges.contract'
import { type CohortStudent, cohorts } from '@escola/contract/cohorts.contract'
import { type Import, imports } from '@escola/contract/imports.contract'
import { releaseNotices, releaseNoticeTexts } from '@escola/contract/release-notices.contract'
import { type Sale, sales } from '@escola/contract/sales.contract'
import type { Context } from '@escola/contract/schools.contract'
import { students } from '@escola/contract/students.contract'
import { type Thread, threads } from '@escola/contract/threads.contract'
import { type Today, today } from '@escola/contract/today.contract'
import { done } from '@escola/contract/wire'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { contextQuery } from '../../session/context.ts'
import { maria, underWay } from '../../testing/cohort-samples.ts'
import { fakeServer } from '../../testing/fake-server.ts'
import { quietHome, quietToday } from '../../testing/quiet-home.ts'
import { showApp } from '../../testing/show-app.tsx'
import { nowhere, school, student, teamOf } from '../../testing/show-screen.tsx'

/** A school of at most one class, which remembers what is done to it. */
function schoolServer({ hasClass, list = [] }: { hasClass: boolean; list?: CohortStudent[] }) {
  const state = { hasClass, list, total: list.length, courses: 2, imports: [] as Import[] }
  const gateway = () => ({
    id: '3',
    title: 'Turma A',
    is_public: false,
    all_degrees: true,
    degrees: [],
    integrations: [],
    totalStudents: state.total,
    opens: 1,
    term: { kind: 'life' as const },
    seats: null,
    enrolls_until: null,
  })
  const server = quietHome(fakeServer())
  server.on(cohorts.list, () => ({ gatewayList: state.hasClass ? [{ ...gateway(), degreeTitles: [] }] : [] }))
  server.on(cohorts.create, () => {
    state.hasClass = true
    return { gateway: gateway() }
  })
  server.on(cohorts.getRemoval, () => ({
    removal: {
      totalStudents: 0,
      opens: 0,
      integrations: 0,
      waiting_sales: 0,
      api_integrations: 0,
      dates: 0,
      charged: '0.00',
      renewing: 0,
      lapsed: 0,
    },
  }))
  server.on(cohorts.remove, () => {
    state.hasClass = false
    return { ...done, bulk_id: null }
  })
  server.on(cohorts.get, () => ({
    gateway: gateway(),
    degrees: [],
    students: { total: state.total, page: 1, rowsPerPage: 50, list: state.list },
  }))
  server.on(imports.check, () => ({
    rows: [],
    mails: 1,
    cost: '0.00',
    missing: '0.00',
    renewing: { cost: '0.00', missing: '0.00' },
  }))
  server.on(cohorts.addStudent, () => {
    Object.assign(state, { list: [maria], total: 1 })
    return { student: maria, alreadyEnrolled: false, bank: { balance: '0.00', points: 0 } }
  })
  server.on(charges.already, () => ({ charged: '0.00' }))
  server.on(students.removeFromCohort, () => {
    Object.assign(state, { list: [], total: 0 })
    return done
  })
  server.on(imports.list, () => ({ imports: state.imports }))
  server.on(categories.choices, () => ({ degrees: [] }))
  const context = () => ({
    ...nowhere,
    user: student,
    school: { ...school, role: ['admin' as const] },
    students: { total: state.total },
    courses: { total: state.courses, published: 0, hasLesson: false },
    gatewayList: state.hasClass ? [{ id: '3', title: 'Turma A' }] : [],
    ownCohort: state.hasClass ? { id: '3', hasStudent: state.total > 0 } : null,
  })
  return { state, open: (path: string) => showApp(server, path, context) }
}

const figures = async ({ router }: Awaited<ReturnType<typeof showApp>>) => {
  await act(() => router.navigate({ to: '/' }))
  const list = await screen.findByRole('list', { name: 'A escola em números' })
  return within(list)
    .getAllByRole('listitem')
    .map((item) => item.textContent)
}

it('counts the class that was just made and its first student', async () => {
  const { open } = schoolServer({ hasClass: false })
  const app = await open('/turmas')
  await userEvent.click(await screen.findByRole('link', { name: 'Criar Turma' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Adicionar aluno' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Convidar mesmo assim' }))
  const form = within(await screen.findByRole('dialog'))
  await userEvent.type(form.getByLabelText(/^Nome/), maria.name)
  await userEvent.type(form.getByLabelText(/^E-mail/), maria.email)
  await userEvent.click(form.getByRole('button', { name: 'Adicionar' }))
  await userEvent.click(await screen.findByRole('link', { name: 'Alunos' }))
  await screen.findByRole('link', { name: maria.name })
  await waitFor(async () => expect(await figures(app)).toEqual(['1 aluno', '1 turma', '2 cursos']))
})

it('counts what was changed elsewhere, without asking for a list', async () => {
  const { state, open } = schoolServer({ hasClass: true })
  const app = await open('/turmas')
  await screen.findByRole('heading', { name: 'Turma A' })
  const { fetch } = globalThis
  const asked: string[] = []
  vi.stubGlobal('fetch', (address: string, init: RequestInit) => {
    asked.push(address.split('?')[0]!)
    return fetch(address, init)
  })
  state.courses = 3
  app.client.setQueryData(contextQuery.queryKey, (context) => context, { updatedAt: Date.now() - 5000 })
  await waitFor(async () => expect(await figures(app)).toEqual(['0 alunos', '1 turma', '3 cursos']))
  expect(asked.filter((address) => !address.startsWith('/api/school/7/'))).toEqual(['/api/context'])
  expect(asked.filter((address) => /classes|students$/.test(address))).toEqual([])
})

it('leads from each figure to its list', async () => {
  const { open } = schoolServer({ hasClass: true })
  await open('/')
  const main = within(await screen.findByRole('main'))
  await main.findByRole('list', { name: 'A escola em números' })
  const links = ['0 alunos', '1 turma', '2 cursos'].map((name) => main.getByRole<HTMLAnchorElement>('link', { name }))
  expect(links.map(({ pathname }) => pathname)).toEqual(['/mar/alunos', '/mar/turmas', '/mar/cursos'])
})

it('counts no more what was just removed', async () => {
  const { open } = schoolServer({ hasClass: true, list: [maria] })
  const app = await open('/turma/3')
  await userEvent.click(await screen.findByRole('button', { name: `Remover ${maria.name} da turma` }))
  await userEvent.click(await screen.findByRole('button', { name: 'Remover' }))
  await screen.findByText('Nenhum aluno nesta turma')
  await userEvent.click(screen.getByRole('button', { name: 'Mais ações' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Apagar turma' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Apagar turma' }))
  await screen.findByText('Você ainda não tem nenhuma turma')
  await waitFor(async () => expect(await figures(app)).toEqual(['0 alunos', '0 turmas', '2 cursos']))
})

it('counts the students of an import as soon as it has ended', async () => {
  const { state, open } = schoolServer({ hasClass: true })
  state.imports = [underWay]
  const answer = fetch
  const ended = Promise.withResolvers<string>()
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) =>
    address.endsWith('/imports/4/events') ? new Response(await ended.promise) : answer(address, init),
  )
  const app = await open('/turma/3')
  await screen.findByText(/10 de 1.000 alunos/)
  state.imports = [
    {
      ...underWay,
      status: 'done',
      processed: 1000,
      created: 1000,
      enrolled: 1000,
      utc_finished_on: new Date().toISOString(),
    },
  ]
  state.total = 1000
  ended.resolve(`event: import\ndata: ${JSON.stringify(state.imports[0])}\n\n`)
  expect(await screen.findByText(/1.000 novos/)).toBeTruthy()
  await waitFor(async () => expect(await figures(app)).toEqual(['1.000 alunos', '1 turma', '2 cursos']))
})

it('shows a new owner what to do next, ticks what is done, and is gone when all of it is', async () => {
  const context = {
    ...nowhere,
    user: student,
    school: { ...school, role: ['admin' as const] },
    courses: { total: 0, published: 0, hasLesson: false },
  }
  const app = await showApp(quietHome(fakeServer()), '/', () => context)
  const steps = () =>
    within(screen.getByRole('region', { name: 'Primeiros passos' }))
      .getAllByRole('listitem')
      .map((item) => item.textContent)
  await screen.findByText('0 de 5')
  expect(screen.getByRole('list', { name: 'A escola em números' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Crie o seu primeiro curso' })).toHaveProperty('pathname', '/mar/cursos')

  const known = (change: Partial<Context>) =>
    act(() => app.client.setQueryData(contextQuery.queryKey, (before) => before && { ...before, ...change }))
  // The public class was there from the start, and people who come by are in it.
  known({
    courses: { total: 1, published: 0, hasLesson: true },
    gatewayList: [{ id: '2', title: 'Turma pública' }],
    students: { total: 1 },
  })
  expect(await screen.findByText('2 de 5')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Convide o primeiro aluno' })).toHaveProperty('pathname', '/mar/turmas')
  known({ ownCohort: { id: '3', hasStudent: false } })
  expect(await screen.findByText('3 de 5')).toBeTruthy()
  expect(steps().map((text) => text?.includes('feito'))).toEqual([true, true, false, true, false])
  const invite = screen.getByRole('link', { name: 'Convide o primeiro aluno' })
  expect(invite).toHaveProperty('pathname', '/mar/turma/3')

  known({ courses: { total: 1, published: 1, hasLesson: true }, ownCohort: { id: '3', hasStudent: true } })
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Primeiros passos' })).toBeNull())
  expect(screen.getByRole('list', { name: 'A escola em números' })).toBeTruthy()
})

it('tells once what a release changed in the school, with its number and the way there', async () => {
  const notice = { kind: 'public_class' as const, count: 2, subject_id: '3' }
  const server = quietHome(fakeServer())
  let unread = [notice]
  server.on(today.get, () => ({ ...quietToday, release_notices: unread }))
  const reads = server.on(releaseNotices.read, () => {
    unread = []
    return done
  })
  await showApp(server, '/', () => ({ ...nowhere, user: student, school: { ...school, role: ['admin' as const] } }))
  const { describe: text, action } = releaseNoticeTexts.of.public_class
  await screen.findByText(text(2))
  expect(screen.getByRole('link', { name: action }).getAttribute('href')).toContain('/turma/3?tab=cursos')
  await userEvent.click(screen.getByRole('button', { name: `${releaseNoticeTexts.read}: ${action}` }))
  await waitFor(() => expect(screen.queryByText(releaseNoticeTexts.title)).toBeNull())
  expect(reads).toMatchObject([{ body: { kind: 'public_class' } }])
})

describe('a running school', () => {
  const days = Array.from({ length: 90 }, (_, at) => ({
    day: new Date(Date.UTC(2026, 8, 1 + at)).toISOString().slice(0, 10),
    enrollments: at >= 83 ? 2 : 1,
    completions: at === 89 ? 1 : 0,
  }))
  const happenedOn = '2026-11-23T15:00:00.000Z'
  const noCohort = { school_gateway_id: null, count: 1, utc_created_on: happenedOn }
  const full: Today = {
    utc_grace_ends_on: null,
    utc_mail_stopped_on: null,
    release_notices: [],
    undelivered: 0,
    models: { total: 0, list: [] },
    drafts: {
      total: 5,
      list: [
        { id: '1', link: 'broas', title: 'Broas', is_published: false },
        { id: '2', link: 'paes', title: 'Pães', is_published: true },
      ],
    },
    imports: {
      total: 1,
      list: [
        {
          id: '4',
          filename: 'alunos.csv',
          school_gateway_id: '3',
          cohort_title: 'Turma A',
          refused: 3,
          has_failed: false,
        },
      ],
    },
    doubtful_emails: { total: 0, list: [] },
    days,
    stops: {
      degree_id: '2',
      degree_link: 'paes',
      degree_title: 'Pães',
      students: 9,
      contents: [
        { link: 'sova', title: 'Sova', students: 6 },
        { link: 'forno', title: 'Forno', students: 3 },
      ],
    },
    happenings: [
      { ...noCohort, kind: 'completed', id: '1', user_name: 'Noemi', user_link: 'noemi', title: 'Pães' },
      { ...noCohort, kind: 'bought', id: '2', user_name: 'Raquel', user_link: 'raquel', title: 'Turma A' },
      { ...noCohort, kind: 'joined', id: '3', user_name: 'Lia', user_link: 'lia', title: 'Turma A' },
      { ...noCohort, kind: 'asked', id: '4', user_name: 'Ana', user_link: 'ana', title: 'Sova' },
      {
        kind: 'imported',
        id: '5',
        user_name: '',
        user_link: '',
        title: 'alunos.csv',
        school_gateway_id: '3',
        count: 294,
        utc_created_on: happenedOn,
      },
    ],
  }
  const context = (): Context => ({
    ...nowhere,
    user: student,
    school: { ...school, role: ['admin'] },
    students: { total: 60 },
    courses: { total: 3, published: 2, hasLesson: true },
    gatewayList: [{ id: '3', title: 'Turma A' }],
    ownCohort: { id: '3', hasStudent: true },
  })
  const question: Thread = {
    id: '5',
    user_id: '71',
    user_name: 'Rita Moraes',
    profile_img_url: '',
    message: '<p>Por quê?</p>',
    subthreads: [],
    is_answered: false,
    content_link: 'sova',
    content_title: 'Sova',
    degree_link: 'paes',
    degree_title: 'Pães',
    utc_created_on: happenedOn,
  }
  const sale: Sale = {
    id: '8',
    gateway: 'hotmart',
    event: 'approved',
    state: 'unmatched',
    reason: 'no_cohort',
    reason_detail: '',
    transaction: 'HP1',
    name: 'Raquel Dias',
    email: 'raquel@exemplo.com',
    product_ids: ['77'],
    offer_ids: [],
    product_name: 'Formação',
    product_names: {},
    account_id: '21',
    given_to: null,
    times: 1,
    waiting_ids: [],
    excluded_ids: [],
    utc_repeated_on: null,
    purchase_code: '',
    school_gateways: [],
    utc_created_on: happenedOn,
  }
  const threadsOf = (list: Thread[], total = list.length) => ({ total, page: 1, rowsPerPage: 20, threads: list })
  const salesOf = (list: Sale[]) => ({
    sales: { total: list.length, more: false, page: 1, rowsPerPage: 50, list },
    unmatched: list.length,
    without_email: 0,
    not_understood: 0,
  })
  function busyServer(more: Partial<Today> = {}) {
    const server = quietHome(fakeServer())
    server.on(today.get, () => ({ ...full, ...more }))
    server.on(threads.waiting, () => threadsOf([question], 4))
    server.on(sales.list, () => salesOf([sale]))
    return server
  }
  const card = async (name: string) => within(await screen.findByRole('region', { name }))

  it('says first what waits, each with its action in the row', async () => {
    const server = busyServer()
    const settled = server.on(imports.settle, () => done)
    await showApp(server, '/', context)
    expect(await screen.findByText('Hoje em Escola do Mar: 11 pendências.')).toBeTruthy()
    const questions = await card('4 perguntas sem resposta')
    expect(questions.getByRole('button', { name: /^Responder a / })).toBeTruthy()
    expect(questions.getByRole('link', { name: 'Ver todas as perguntas' })).toHaveProperty(
      'pathname',
      '/mar/comunidade',
    )
    const unmatched = await card('1 venda sem turma')
    expect(unmatched.getByText('Raquel Dias')).toBeTruthy()
    await userEvent.click(unmatched.getByRole('button', { name: 'Escolher turma' }))
    expect(await screen.findByRole('dialog', { name: 'Escolher turma' })).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Cancelar' }))
    const drafts = await card('5 rascunhos não publicados')
    expect(drafts.getByText('e mais 3', { exact: false })).toBeTruthy()
    expect(drafts.getByRole('link', { name: 'Revisar e publicar Broas' })).toHaveProperty('pathname', '/mar/c/broas')
    const refused = await card('1 importação com recusados')
    expect(refused.getByText('3 linhas recusadas · Turma A')).toBeTruthy()
    server.on(today.get, () => ({ ...full, imports: quietToday.imports }))
    await userEvent.click(refused.getByRole('button', { name: 'Marcar a importação alunos.csv como resolvida' }))
    await waitFor(() => expect(screen.queryByRole('region', { name: '1 importação com recusados' })).toBeNull())
    expect(settled.map(({ params }) => params.id)).toEqual(['4'])
    expect(screen.getByText(/10 pendências/)).toBeTruthy()
  })

  it('names the certificate models that stand still', async () => {
    const models = { total: 1, list: [{ id: '6', title: 'Formação', why: 'gone' as const }] }
    await showApp(busyServer({ models }), '/', context)
    expect(await screen.findByText('Hoje em Escola do Mar: 12 pendências.')).toBeTruthy()
    const stopped = await card('1 modelo de certificado parado')
    expect(stopped.getByText('Soma um curso que foi apagado, e por isso não emite')).toBeTruthy()
    expect(stopped.getByRole('link', { name: 'Rever o modelo Formação' })).toHaveProperty(
      'pathname',
      '/mar/certificado/6',
    )
  })

  it('counts buyers who cannot be reached, and leads to them', async () => {
    const server = busyServer()
    const typed: Sale = { ...sale, id: '9', state: 'no_email', name: 'Rita Melo', email: 'rita@gmail' }
    server.on(sales.list, ({ query }) => {
      const list = query.state === 'no_email' ? [typed] : [sale]
      return { ...salesOf(list), unmatched: 1, without_email: 2, not_understood: 0 }
    })
    await showApp(server, '/', context)
    expect(await screen.findByText('Hoje em Escola do Mar: 13 pendências.')).toBeTruthy()
    expect((await card('1 venda sem turma')).getByText('Raquel Dias')).toBeTruthy()
    const unreached = await card('2 vendas sem e-mail')
    expect(unreached.getByText('Rita Melo')).toBeTruthy()
    expect(unreached.getByRole('link', { name: 'Ver todas as vendas sem e-mail' })).toHaveProperty(
      'search',
      '?state=no_email',
    )
    await userEvent.click(unreached.getByRole('button', { name: 'Corrigir e-mail: Rita Melo' }))
    expect(await screen.findByText(/Na compra foi informado “rita@gmail”/)).toBeTruthy()
  })

  it('lets a question be answered where it stands', async () => {
    const server = busyServer()
    const replies = server.on(threads.reply, () => ({ ...threadsOf([]), reply_id: '60' }))
    localStorage.setItem('escola.unsaved.7.70.reply.5', JSON.stringify('<p>Porque sim.</p>'))
    await showApp(server, '/', context)
    const questions = await card('4 perguntas sem resposta')
    await userEvent.click(questions.getByRole('button', { name: /^Responder a / }))
    await userEvent.click(await questions.findByRole('button', { name: 'Enviar' }))
    await waitFor(() => expect(screen.queryByRole('region', { name: /perguntas? sem resposta/ })).toBeNull())
    expect(replies[0]).toMatchObject({ body: { message: '<p>Porque sim.</p>' }, query: { admin: '1', page: '1' } })
    expect(screen.getByText(/7 pendências/)).toBeTruthy()
  })

  it('shows how the school goes, for a period that the address keeps', async () => {
    const { at } = await showApp(busyServer(), '/', context)
    const trend = await card('Matrículas e conclusões')
    expect(trend.getByText('37 matrículas e 1 conclusão em 30 dias')).toBeTruthy()
    expect(await trend.findByRole('img', { name: /Gráfico por dia: 37 matrículas/ })).toBeTruthy()
    await userEvent.click(trend.getByRole('radio', { name: '7 dias' }))
    expect(await trend.findByText('14 matrículas e 1 conclusão em 7 dias')).toBeTruthy()
    expect(at()).toBe('/?days=7')
    expect(
      within(screen.getByRole('list', { name: 'A escola em números' })).getByText('+14 matrículas em 7 dias'),
    ).toBeTruthy()
    const stops = await card('Onde os alunos param')
    expect(stops.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['Sova6 alunos', 'Forno3 alunos'])
    expect(stops.getByRole('link', { name: 'Sova' })).toHaveProperty('pathname', '/mar/c/paes/sova')
  })

  it('names courses and lessons without a link to a member who may not open them', async () => {
    await showApp(busyServer(), '/', () => ({ ...context(), team: teamOf(['treasurer']) }))
    const stops = await card('Onde os alunos param')
    expect(stops.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['Sova6 alunos', 'Forno3 alunos'])
    expect(stops.queryByRole('link')).toBeNull()
  })

  it('says what happened just now, and leads there', async () => {
    await showApp(busyServer(), '/', context)
    const happened = await card('Agora há pouco')
    expect(happened.getAllByRole<HTMLAnchorElement>('link').map((link) => [link.textContent, link.pathname])).toEqual([
      ['Noemi concluiu “Pães”', '/mar/aluno/noemi'],
      ['Raquel comprou e entrou na turma “Turma A”', '/mar/aluno/raquel'],
      ['Lia entrou na turma “Turma A”', '/mar/aluno/lia'],
      ['Ana perguntou em “Sova”', '/mar/comunidade'],
      ['294 matrículas pela importação de alunos.csv', '/mar/turma/3'],
    ])
  })

  it('has the address of the school for a day on which nothing waits', async () => {
    await showApp(quietHome(fakeServer()), '/', context)
    expect(await screen.findByText('Hoje em Escola do Mar: tudo em dia.')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Copiar o endereço' })).toBeTruthy()
  })

  it('leads to no page that is not there', async () => {
    const app = await showApp(busyServer(), '/', context)
    await card('Agora há pouco')
    const links = [...document.querySelectorAll<HTMLAnchorElement>('a[href^="/"]')]
    expect(links.length).toBeGreaterThan(20)
    for (const { pathname } of links)
      expect([pathname, app.router.matchRoutes(pathname.replace(/^\/mar/, '') || '/').at(-1)!.routeId]).not.toEqual([
        pathname,
        '__root__',
      ])
  })
})
