import { minuteMs } from '@escola/contract/durations'
import { examAttemptErrors } from '@escola/contract/exam-attempt-errors'
import type { AttemptAnswer } from '@escola/contract/exam-attempt-wire'
import { examAttempts } from '@escola/contract/exam-attempts.contract'
import { onlineManager } from '@tanstack/react-query'
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { stopClock } from '../../testing/clock.ts'
import { fail, fakeServer, refuse } from '../../testing/fake-server.ts'
import { school, showScreen } from '../../testing/show-screen.tsx'
import { ConfirmHost } from '../../ui/questions/confirm.ts'
import { AttemptPage } from './attempt-page.tsx'
import { questions, result, running, shown } from './sample-attempt.ts'

afterEach(() => onlineManager.setOnline(true))

const key = (epoch: number) => `escola.exams.7.70.9.${epoch}`
const kept = (epoch: number) => JSON.parse(localStorage.getItem(key(epoch)) ?? 'null')
const keep = (epoch: number, saves: { question: number; number: number; answer: AttemptAnswer | null }[]) =>
  localStorage.setItem(key(epoch), JSON.stringify(saves))
const truth = (chosen: boolean) => ({ kind: 'truth' as const, chosen })

/** A school that takes every save of the attempt that is open. */
function attemptServer(change: Parameters<typeof running>[0] = {}) {
  const server = fakeServer()
  let epoch = 0
  const now = () => ({ utc_now: new Date().toISOString(), utc_ends_on: change.utc_ends_on ?? null })
  const opened = server.on(examAttempts.open, () => {
    epoch += 1
    return { attempt: running({ epoch, ...change, ...now() }) }
  })
  const saved = server.on(examAttempts.save, ({ body }) => ({
    verdicts: body.saves.map(({ question, number }) => ({ question, number, verdict: 'counted' as const })),
    shown: [],
    ...now(),
  }))
  const handedIn = server.on(examAttempts.handIn, () => ({ result: result() }))
  return { server, opened, saved, handedIn, now }
}
const show = () =>
  showScreen({
    at: '/c/vela/aula-1/avaliacao/9',
    route: '/c/$link/$classLink/avaliacao/$attemptId',
    show: ({ link, classLink, attemptId }) => (
      <>
        <AttemptPage
          attemptId={attemptId!}
          lesson={{ link: link!, classLink: classLink! }}
          lessonTitle="O que é fermentação"
        />
        <ConfirmHost />
      </>
    ),
  })
const sentBy = (calls: { body: { epoch: number; saves: unknown[] } }[]) => calls.map(({ body }) => body)

it('keeps an answer on the device before the school has it, and no longer afterwards', async () => {
  const { server, now } = attemptServer()
  const answer = Promise.withResolvers<void>()
  const saved = server.on(examAttempts.save, async ({ body: { saves } }) => {
    await answer.promise
    return {
      verdicts: saves.map(({ question, number }) => ({ question, number, verdict: 'counted' as const })),
      shown: [],
      ...now(),
    }
  })
  await show()
  await userEvent.click(await screen.findByLabelText('Verdadeiro'))
  const save = { question: 1, number: 1, answer: truth(true) }
  expect(kept(1)).toEqual([save])
  expect(await screen.findByText('Salvando…')).toBeTruthy()
  // A second answer waits until the first has come, and the newest counts.
  await userEvent.click(screen.getByLabelText('Falso'))
  expect(saved).toHaveLength(1)
  answer.resolve()
  expect(await screen.findByText('Salvo')).toBeTruthy()
  expect(sentBy(saved)).toEqual([
    { epoch: 1, saves: [save] },
    { epoch: 1, saves: [{ question: 1, number: 2, answer: truth(false) }] },
  ])
  expect(kept(1)).toBeNull()
})

it('waits for a pause before it sends what is typed, and hands in with all of it', async () => {
  const { saved, handedIn } = attemptServer({ answers: [1, 2].map((question) => ({ question, answer: truth(true) })) })
  const { path } = await show()
  const field = await screen.findByLabelText('Resposta da questão 3')
  await userEvent.type(field, 'autólise')
  expect(kept(1)).toMatchObject([{ question: 3, answer: { kind: 'text', typed: 'autólise' } }])
  await waitFor(() => expect(saved.at(-1)?.body.saves).toMatchObject([{ answer: { typed: 'autólise' } }]))
  await userEvent.clear(field)
  expect(kept(1)).toMatchObject([{ question: 3, answer: null }])
  await userEvent.type(field, 'descanso')
  await userEvent.click(screen.getByRole('button', { name: 'Entregar' }))
  await screen.findByText('Todas as questões têm resposta. Depois de entregar, nada mais muda.')
  await userEvent.click(screen.getAllByRole('button', { name: 'Entregar' }).at(-1)!)
  await waitFor(() => expect(path()).toBe('/c/vela/aula-1/resultado/9'))
  const all = [...saved, ...handedIn].flatMap(({ body }) => body.saves)
  expect(all.at(-1)).toMatchObject({ answer: { typed: 'descanso' } })
  expect(Object.keys(localStorage).filter((each) => each.startsWith('escola.exams'))).toEqual([])
})

it('counts pairs as answered once each left text has its option, and says so before the hand-in', async () => {
  const [first, second] = ['Pão', 'Bolo'].map((text, at) => ({ number: at + 1, html: `<p>${text}</p>` }))
  const lefts = [first!, second!]
  const options = [...lefts, { number: 3, html: '<p>Torta</p>' }]
  attemptServer({
    questions: [{ kind: 'pairs', number: 1, points: 100, html: '<p>Combine.</p>', lefts, options }],
    answers: [{ question: 1, answer: { kind: 'pairs', chosen: [{ left: 1, option: 2 }] } }],
  })
  await show()
  const dot = await screen.findByRole('button', { name: 'Questão 1: respondida em parte' })
  expect(dot.dataset.answered).toBeUndefined()
  screen.getByText('0 de 1 respondidas')
  await userEvent.click(screen.getByRole('button', { name: 'Entregar' }))
  await screen.findByText('1 questão tem itens sem par. Depois de entregar, nada mais muda.')
})

it('keeps answers without a connection, says so, and sends them when there is one', async () => {
  const { saved } = attemptServer()
  await show()
  await screen.findByLabelText('Verdadeiro')
  act(() => onlineManager.setOnline(false))
  await userEvent.click(screen.getByLabelText('Verdadeiro'))
  const waits = /Sem conexão: as respostas ficam neste aparelho/
  expect(await screen.findByText(waits)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Próxima' }))
  await userEvent.click(await screen.findByLabelText('Levain'))
  expect([saved.length, kept(1).length]).toEqual([0, 2])
  act(() => onlineManager.setOnline(true))
  expect(await screen.findByText('Salvo')).toBeTruthy()
  expect(saved.at(-1)!.body.saves).toMatchObject([{ question: 1 }, { question: 2, answer: { chosen: 1 } }])
  expect(kept(1)).toBeNull()
})

it.each(['unavailable', 'too many'] as const)('tries again what was answered %s', async (why) => {
  const { server, now } = attemptServer()
  const failed = server.on(examAttempts.save, () =>
    why === 'unavailable' ? fail('unavailable') : refuse('tooManyRequests'),
  )
  await show()
  await userEvent.click(await screen.findByLabelText('Verdadeiro'))
  await waitFor(() => expect(failed).toHaveLength(1))
  const saved = server.on(examAttempts.save, () => ({
    verdicts: [{ question: 1, number: 1, verdict: 'counted' as const }],
    shown: [],
    ...now(),
  }))
  expect(await screen.findByText('Salvo')).toBeTruthy()
  expect(saved).toHaveLength(1)
})

it('sends what a closed page has kept before it opens the attempt', async () => {
  const { opened, saved } = attemptServer({ epoch: 3 })
  const save = { question: 2, number: 4, answer: { kind: 'one' as const, chosen: 1 } }
  keep(2, [save])
  await show()
  await screen.findByLabelText('Verdadeiro')
  expect(sentBy(saved)).toEqual([{ epoch: 2, saves: [save] }])
  expect([opened.length, kept(2)]).toEqual([1, null])
})

it('says that another device has the attempt, and opens it again with its answers to open questions', async () => {
  const answers = [{ question: 1, answer: truth(false) }]
  const { server, opened } = attemptServer()
  server.on(examAttempts.save, () => refuse('attemptTakenOver'))
  await show()
  await userEvent.click(await screen.findByLabelText('Verdadeiro'))
  expect(await screen.findByText(examAttemptErrors.attempt_taken_over.pt)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Entregar' })).toHaveProperty('disabled', true)
  expect(screen.queryByText('Salvando…'), 'nothing is saved from here now').toBeNull()
  keep(1, [...kept(1), { question: 2, number: 2, answer: { kind: 'one', chosen: 2 } }])
  // The other device has answered the first question.
  server.on(examAttempts.open, () => ({ attempt: running({ epoch: 3, answers }) }))
  const refused = server.on(examAttempts.save, ({ body: { epoch, saves } }) =>
    epoch < 3
      ? refuse('attemptTakenOver')
      : {
          verdicts: saves.map(({ question, number }) => ({ question, number, verdict: 'counted' as const })),
          shown: [],
          utc_now: new Date().toISOString(),
          utc_ends_on: null,
        },
  )
  await userEvent.click(screen.getByRole('button', { name: 'Continuar neste aparelho' }))
  await screen.findByText('Há uma resposta guardada neste aparelho para uma questão que está sem resposta.')
  expect(opened).toHaveLength(1)
  await userEvent.click(screen.getByRole('button', { name: 'Usar a resposta' }))
  await waitFor(() =>
    expect(sentBy(refused).at(-1)).toEqual({
      epoch: 3,
      saves: [{ question: 2, number: 1, answer: { kind: 'one', chosen: 2 } }],
    }),
  )
  expect(screen.getByRole('button', { name: 'Questão 2: respondida' })).toBeTruthy()
  await waitFor(() => expect([kept(1), kept(3)]).toEqual([null, null]))
})

it('shows the time left, announces it at 5 and at 1 minute, and hands in at the end', async () => {
  stopClock()
  const utc_ends_on = new Date(Date.now() + 6 * minuteMs).toISOString()
  const { saved, handedIn } = attemptServer({ utc_ends_on })
  const { path } = await show()
  const timer = await screen.findByRole('timer')
  expect(timer.textContent).toBe('06:00')
  const forward = (ms: number) => act(() => vi.advanceTimersByTime(ms))
  forward(minuteMs)
  expect(await screen.findByText('Faltam 5 minutos')).toBeTruthy()
  forward(4 * minuteMs)
  expect(await screen.findByText('Falta 1 minuto')).toBeTruthy()
  await userEvent.click(screen.getByLabelText('Verdadeiro'))
  await screen.findByText('Salvo')
  forward(minuteMs)
  await waitFor(() => expect(path()).toBe('/c/vela/aula-1/resultado/9'))
  // The school's clock was asked first.
  expect(sentBy(saved).map(({ saves }) => saves.length)).toEqual([1, 0])
  expect(handedIn).toHaveLength(1)
})

it('ends by the clock of the school and not that of this device', async () => {
  stopClock()
  const start = Date.now()
  const ends = { utc_ends_on: new Date(start + minuteMs).toISOString() }
  const { server, handedIn } = attemptServer(ends)
  await show()
  await screen.findByRole('timer')
  const saved = server.on(examAttempts.save, () => ({
    verdicts: [],
    shown: [],
    utc_now: new Date(start + 1000).toISOString(),
    ...ends,
  }))
  act(() => {
    vi.setSystemTime(start + 60 * minuteMs)
    vi.advanceTimersByTime(1000)
  })
  await waitFor(() => expect(saved).toHaveLength(1))
  await waitFor(() => expect(screen.getByRole('timer').textContent).toBe('00:59'))
  await userEvent.click(await screen.findByLabelText('Verdadeiro'))
  await screen.findByText('Salvo')
  expect(handedIn).toHaveLength(0)
})

it('takes no answer once the time is over without a connection, says so, and hands in when there is one', async () => {
  stopClock()
  const { saved, handedIn } = attemptServer({ utc_ends_on: new Date(Date.now() + minuteMs).toISOString() })
  const { path } = await show()
  await screen.findByRole('timer')
  act(() => onlineManager.setOnline(false))
  await userEvent.click(screen.getByLabelText('Verdadeiro'))
  act(() => vi.advanceTimersByTime(minuteMs))
  expect(await screen.findByText('O tempo acabou')).toBeTruthy()
  expect(await screen.findByText(/Conta o que chegou à escola dentro do prazo/)).toBeTruthy()
  await userEvent.click(screen.getByLabelText('Falso'))
  expect(kept(1)).toMatchObject([{ answer: truth(true) }])
  act(() => onlineManager.setOnline(true))
  await waitFor(() => expect(path()).toBe('/c/vela/aula-1/resultado/9'))
  expect(sentBy(saved)).toEqual([{ epoch: 1, saves: [{ question: 1, number: 1, answer: truth(true) }] }])
  expect(handedIn).toHaveLength(1)
})

it('hands in again and again until the school has answered', async () => {
  const { server } = attemptServer()
  const failed = server.on(examAttempts.handIn, () => fail('unavailable'))
  const { path } = await show()
  await userEvent.click(await screen.findByRole('button', { name: 'Entregar' }))
  await screen.findByText('3 questões estão sem resposta. Depois de entregar, nada mais muda.')
  await userEvent.click(screen.getAllByRole('button', { name: 'Entregar' }).at(-1)!)
  expect(await screen.findByText(/a entrega é tentada de novo/)).toBeTruthy()
  await waitFor(() => expect(failed.length).toBeGreaterThan(0))
  server.on(examAttempts.handIn, () => ({ result: result() }))
  await waitFor(() => expect(path()).toBe('/c/vela/aula-1/resultado/9'))
})

it('shows the result of an attempt that is over, and why one can’t be opened', async () => {
  const { server } = attemptServer()
  server.on(examAttempts.open, () => fail('unavailable'))
  keep(1, [{ question: 1, number: 1, answer: truth(true) }])
  const { path } = await show()
  const retry = await screen.findByRole('button', { name: 'Tentar novamente' })
  server.on(examAttempts.open, () => refuse('attemptOver'))
  await userEvent.click(retry)
  await waitFor(() => expect(path()).toBe('/c/vela/aula-1/resultado/9'))
})

it('shows the key of an exercise right after each answer, which then stays', async () => {
  const { server, now } = attemptServer({ kind: 'exercise' })
  const saved = server.on(examAttempts.save, () => ({
    verdicts: [{ question: 1, number: 1, verdict: 'counted' as const }],
    shown: [shown(questions[0]!, 100)],
    ...now(),
  }))
  await show()
  await userEvent.click(await screen.findByLabelText('Verdadeiro'))
  expect(saved).toHaveLength(0)
  await userEvent.keyboard('{Enter}')
  expect(await screen.findByText('Ele atrasa o fermento.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Responder' })).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Questão 1' }))
  expect(screen.queryByRole('radio')).toBeNull()
  expect(screen.getByText('Escolhida, certa')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Questão 1: certa' })).toBeTruthy()
  expect(saved).toHaveLength(1)
})

it('keeps what was chosen in an exercise and not given yet, until it is given', async () => {
  const { server, now } = attemptServer({ kind: 'exercise' })
  await show()
  await userEvent.click(await screen.findByLabelText('Falso'))
  cleanup()
  await show()
  expect(await screen.findByLabelText<HTMLInputElement>('Falso')).toHaveProperty('checked', true)
  server.on(examAttempts.save, () => ({
    verdicts: [{ question: 1, number: 1, verdict: 'counted' as const }],
    shown: [shown(questions[0]!, 100)],
    ...now(),
  }))
  await userEvent.click(screen.getByRole('button', { name: 'Responder' }))
  await screen.findByText('Ele atrasa o fermento.')
  expect(Object.keys(localStorage).filter((each) => each.startsWith('escola.exams'))).toEqual([])
})

it('asks again for a key that was lost on its way', async () => {
  const { server, now, opened } = attemptServer({ kind: 'exercise' })
  server.on(examAttempts.save, () => ({
    verdicts: [{ question: 1, number: 1, verdict: 'repeated' as const }],
    shown: [],
    ...now(),
  }))
  await show()
  await userEvent.click(await screen.findByLabelText('Verdadeiro'))
  const again = server.on(examAttempts.open, () => ({
    attempt: running({
      epoch: 2,
      kind: 'exercise',
      answers: [{ question: 1, answer: truth(true) }],
      shown: [shown(questions[0]!, 100)],
    }),
  }))
  await userEvent.click(screen.getByRole('button', { name: 'Responder' }))
  expect(await screen.findByText('Ele atrasa o fermento.')).toBeTruthy()
  expect([opened.length, again.length]).toEqual([1, 1])
})

it('sends nothing with the session of another user', async () => {
  const { saved } = attemptServer()
  const { client } = await show()
  await screen.findByLabelText('Verdadeiro')
  client.setQueryData(['context'], (context: { user: object }) => ({
    ...context,
    user: { ...context.user, id: '71' },
    school,
  }))
  await userEvent.click(screen.getByLabelText('Verdadeiro'))
  expect([saved.length, kept(1)?.length]).toEqual([0, 1])
})
