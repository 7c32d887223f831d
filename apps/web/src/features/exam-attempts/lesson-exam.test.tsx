import { minuteMs } from '@escola/contract/durations'
import { type LessonExam as Exam, examAttempts } from '@escola/contract/exam-attempts.contract'
import { openAnswerTexts } from '@escola/contract/exam-open-answer-texts'
import { newExamSettings } from '@escola/contract/exam-plan'
import { formatMoment } from '@escola/contract/exam-texts'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { fail, fakeServer, refuse } from '../../testing/fake-server.ts'
import { showScreen, type Viewer } from '../../testing/show-screen.tsx'
import { ConfirmHost } from '../../ui/questions/confirm.ts'
import { LessonExam } from './lesson-exam.tsx'
import { lessonExam, past, running } from './sample-attempt.ts'

async function open(change: Partial<Exam> = {}, as: Viewer = 'student') {
  const server = fakeServer()
  const asked = server.on(examAttempts.state, () => ({ exam: lessonExam(change) }))
  const show = () =>
    showScreen({
      at: '/c/vela/aula-1',
      route: '/c/$link/$classLink',
      as,
      show: ({ link, classLink }) => (
        <>
          <LessonExam contentId="1" degreeId="1" lesson={{ link: link!, classLink: classLink! }} />
          <ConfirmHost />
        </>
      ),
    })
  return { server, asked, show }
}

it('says what is ahead of an exam', async () => {
  const closes = new Date(Date.now() + 60 * minuteMs).toISOString()
  const settings = {
    ...newExamSettings,
    attempts: 3,
    pause_minutes: 2880,
    limit_minutes: 60,
    must_pass: true,
    counts: 'mean' as const,
    utc_closes_on: closes,
  }
  const { show } = await open({
    settings,
    attempts_left: 2,
    has_open: true,
    past: [past()],
    mark: { points: 100, total: 250 },
  })
  await show()
  const region = await screen.findByRole('region', { name: 'Prova' })
  for (const fact of [
    '3 questões · 2,5 pontos',
    'Para passar: 70%',
    openAnswerTexts.ahead,
    'Você tem 2 tentativas',
    'Conta a média das tentativas',
    '1 hora para cada tentativa',
    'Intervalo de 2 dias entre tentativas',
    `Fecha em ${formatMoment(new Date(closes), new Date())}`,
    'A aula se conclui quando você passa',
    'Sua nota: 1 de 2,5 (40%)',
  ])
    expect(region.textContent).toContain(fact)
  expect(screen.getByRole('link', { name: /Tentativa 1/ }).getAttribute('href')).toBe('/c/vela/aula-1/resultado/9')
})

it('says once when an exam opens', async () => {
  const opens = new Date(Date.now() + 60 * minuteMs)
  const refusal = `Abre em ${formatMoment(opens, new Date())}`
  const { show } = await open({ settings: { ...newExamSettings, utc_opens_on: opens.toISOString() }, refusal })
  await show()
  expect(await screen.findAllByText(refusal)).toHaveLength(1)
})

it('begins an attempt once its student has read what it takes, and hands it to its page', async () => {
  const { server, show } = await open({ settings: { ...newExamSettings, limit_minutes: 30 } })
  const begun = server.on(examAttempts.begin, () => ({ attempt: running() }))
  const { path } = await show()
  await userEvent.click(await screen.findByRole('button', { name: 'Começar prova' }))
  await screen.findByText(
    'Você tem 30 minutos, que continuam a contar se você sair da página. É a sua única tentativa.',
  )
  await userEvent.click(screen.getByRole('button', { name: 'Cancelar' }))
  expect(begun).toHaveLength(0)
  await userEvent.click(screen.getByRole('button', { name: 'Começar prova' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Começar' }))
  await waitFor(() => expect(path()).toBe('/c/vela/aula-1/avaliacao/9'))
})

it('begins an exercise at once, under the same key until it was begun', async () => {
  const { server, show } = await open({ settings: { ...newExamSettings, kind: 'exercise' }, attempts_left: null })
  const lost = server.on(examAttempts.begin, () => fail('internal'))
  const { path } = await show()
  const begin = await screen.findByRole('button', { name: 'Começar exercício' })
  await userEvent.click(begin)
  await screen.findByRole('alert')
  const begun = server.on(examAttempts.begin, () => ({ attempt: running({ kind: 'exercise' }) }))
  await userEvent.click(begin)
  await waitFor(() => expect(path()).toBe('/c/vela/aula-1/avaliacao/9'))
  const keyOf = ({ headers }: { headers: Headers }) => headers.get('idempotency-key')
  expect(keyOf(lost[0]!)).toBeTruthy()
  expect(keyOf(begun[0]!)).toBe(keyOf(lost[0]!))
})

it('begins by itself a moment later while more students begin than the school can take', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0)
  const { server, show } = await open({ settings: { ...newExamSettings, kind: 'exercise' }, attempts_left: null })
  let isBusy = true
  const asked = server.on(examAttempts.begin, () => {
    if (!isBusy) return { attempt: running({ kind: 'exercise' }) }
    isBusy = false
    return fail('unavailable')
  })
  const { path } = await show()
  await userEvent.click(await screen.findByRole('button', { name: 'Começar exercício' }))
  await waitFor(() => expect(path()).toBe('/c/vela/aula-1/avaliacao/9'))
  const [first, second] = asked.map(({ headers }) => headers.get('idempotency-key'))
  expect(second).toBe(first)
})

it('says why no attempt can be begun, and asks again', async () => {
  const { server, asked, show } = await open()
  server.on(examAttempts.begin, () => refuse('attemptRefused'))
  await show()
  await userEvent.click(await screen.findByRole('button', { name: 'Começar prova' }))
  await screen.findByText('É a sua única tentativa.')
  const refusal = 'Você já usou a sua única tentativa'
  server.on(examAttempts.state, () => ({ exam: lessonExam({ refusal, attempts_left: 0 }) }))
  await userEvent.click(screen.getByRole('button', { name: 'Começar' }))
  await waitFor(() => expect(screen.getAllByText(refusal)).toHaveLength(2))
  expect(screen.queryByRole('button', { name: 'Começar prova' })).toBeNull()
  expect(asked).toHaveLength(1)
})

it('goes on with an attempt that runs, with the time that is left', async () => {
  const ends = new Date(Date.now() + 90 * minuteMs - 1000).toISOString()
  const { show } = await open({
    running: { id: '9', utc_begun_on: new Date().toISOString(), utc_ends_on: ends },
    refusal: 'Você já tem uma tentativa em andamento',
    attempts_left: 0,
  })
  await show()
  expect((await screen.findByRole('link', { name: 'Continuar' })).getAttribute('href')).toBe(
    '/c/vela/aula-1/avaliacao/9',
  )
  expect(screen.getByText(/faltam 1 hora e 30 minutos/)).toBeTruthy()
})

it('sends what a closed page has kept of an attempt that is over, to be kept as late', async () => {
  const { server, show } = await open({ past: [past()] })
  const save = { question: 1, number: 1, answer: { kind: 'truth', chosen: true } }
  localStorage.setItem('escola.exams.7.70.9.2', JSON.stringify([save]))
  const saved = server.on(examAttempts.save, () => ({
    verdicts: [{ question: 1, number: 1, verdict: 'late' as const }],
    shown: [],
    utc_now: new Date().toISOString(),
    utc_ends_on: null,
  }))
  await show()
  await waitFor(() => expect(saved.map(({ body }) => body)).toEqual([{ epoch: 2, saves: [save] }]))
  await waitFor(() => expect(localStorage.getItem('escola.exams.7.70.9.2')).toBeNull())
})

it('lists the latest attempts, and all when asked', async () => {
  const { show } = await open({
    past: [5, 4, 3, 2, 1].map((number) => past({ id: String(number), number, mark: null })),
  })
  await show()
  await screen.findByRole('link', { name: /Tentativa 5.*a nota ainda não aparece/ })
  expect(screen.getAllByRole('link')).toHaveLength(3)
  await userEvent.click(screen.getByRole('button', { name: 'Mostrar todas (5)' }))
  expect(screen.getAllByRole('link')).toHaveLength(5)
})

it('tells an author where students begin, and asks nothing', async () => {
  const { asked, show } = await open({}, 'admin')
  await show()
  expect(await screen.findByText(/use 'Experimentar' no editor da aula/)).toBeTruthy()
  expect(asked).toHaveLength(0)
})

it('offers to ask again for what did not come', async () => {
  const { server, show } = await open()
  server.on(examAttempts.state, () => fail('internal'))
  await show()
  const retry = await screen.findByRole('button', { name: 'Tentar de novo' })
  server.on(examAttempts.state, () => ({ exam: lessonExam() }))
  await userEvent.click(retry)
  await screen.findByRole('button', { name: 'Começar prova' })
})
