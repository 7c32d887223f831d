import type { AskedExamQuestion, AttemptAnswer, ShownExamQuestion } from '@escola/contract/exam-attempt-wire'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { fakeServer } from '../../testing/fake-server.ts'
import { showScreen } from '../../testing/show-screen.tsx'
import { ExamQuestion } from './exam-question.tsx'

const asked = { number: 1, points: 100, html: '<p>Qual?</p>' }
const order: AskedExamQuestion = {
  kind: 'order',
  ...asked,
  options: [
    { number: 3, html: '<p>Assar</p>' },
    { number: 1, html: '<p>Misturar</p>' },
    { number: 2, html: '<p>Sovar</p>' },
  ],
}
const pairs: AskedExamQuestion = {
  kind: 'pairs',
  ...asked,
  lefts: [
    { number: 2, html: '<p>Brioche</p>' },
    { number: 1, html: '<p>Ciabatta</p>' },
  ],
  options: [
    { number: 2, html: '<p>Itália</p>' },
    { number: 3, html: '<p><span data-formula="tex">x^2</span></p>' },
    { number: 1, html: '<p>França</p>' },
  ],
}

async function show(question: AskedExamQuestion, shown?: ShownExamQuestion) {
  fakeServer()
  const given = vi.fn<(answer: AttemptAnswer) => void>()
  function Answered() {
    const [answer, setAnswer] = useState<AttemptAnswer | undefined>(shown?.answer ?? undefined)
    const take = (next: AttemptAnswer) => {
      given(next)
      setAnswer(next)
    }
    return <ExamQuestion question={question} answer={answer} shown={shown} onAnswer={take} />
  }
  await showScreen({ at: '/q', route: '/q', show: () => <Answered /> })
  return { user: userEvent.setup(), given, group: await screen.findByRole('region', { name: 'Questão 1' }) }
}
const textsIn = (group: HTMLElement) =>
  within(group)
    .getAllByRole('listitem')
    .map((item) => item.textContent)

it('takes an order by keyboard, says where the item stands, and keeps the focus on it', async () => {
  const { user, given, group } = await show(order)
  screen.getByRole('button', { name: 'Descer: Assar' }).focus()
  await user.keyboard('{Enter}')
  expect(given).toHaveBeenLastCalledWith({ kind: 'order', chosen: [1, 3, 2] })
  expect(screen.getByText('Assar, posição 2 de 3').getAttribute('role')).toBe('status')
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Descer: Assar')
  await user.keyboard('{Enter}')
  expect(given).toHaveBeenLastCalledWith({ kind: 'order', chosen: [1, 2, 3] })
  expect(textsIn(group)).toEqual(['1Misturar', '2Sovar', '3Assar'])
  // At the end the button can do nothing more, and the other one has the focus.
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Subir: Assar')
})

it('takes no order that nothing has touched, until it is confirmed', async () => {
  const { user, given } = await show(order)
  expect(given).not.toHaveBeenCalled()
  await user.click(screen.getByRole('button', { name: 'Confirmar esta ordem' }))
  expect(given).toHaveBeenLastCalledWith({ kind: 'order', chosen: [3, 1, 2] })
  expect(screen.queryByText(/ainda não é a sua resposta/)).toBeNull()
})

it('takes pairs by letter, in words where the text has only words, and takes one back', async () => {
  const { user, given } = await show(pairs)
  const list = screen.getByRole('combobox', { name: 'Combina com: Brioche' })
  expect(
    within(list)
      .getAllByRole('option')
      .map((option) => option.textContent),
  ).toEqual(['Escolha', 'A · Itália', 'B', 'C · França'])
  await user.selectOptions(list, 'C · França')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Combina com: Ciabatta' }), 'A · Itália')
  expect(given).toHaveBeenLastCalledWith({
    kind: 'pairs',
    chosen: [
      { left: 2, option: 1 },
      { left: 1, option: 2 },
    ],
  })
  await user.selectOptions(list, 'Escolha')
  expect(given).toHaveBeenLastCalledWith({ kind: 'pairs', chosen: [{ left: 1, option: 2 }] })
})

it.each<[string, AskedExamQuestion, ShownExamQuestion, string[]]>([
  [
    'an order',
    order,
    {
      question: order,
      answer: { kind: 'order', chosen: [2, 1, 3] },
      earned: 33,
      solution: { key: { kind: 'order', right: [1, 2, 3] }, explanation: '' },
    },
    ['Sovar', 'Misturar', 'Assar', 'Misturar', 'Sovar', 'Assar'],
  ],
  [
    'an order that was not given',
    order,
    { question: order, answer: null, earned: 0, solution: null },
    ['Assar', 'Misturar', 'Sovar'],
  ],
  [
    'pairs',
    pairs,
    {
      question: pairs,
      answer: { kind: 'pairs', chosen: [{ left: 2, option: 2 }] },
      earned: 0,
      solution: {
        key: {
          kind: 'pairs',
          right: [
            { left: 1, option: 2 },
            { left: 2, option: 1 },
          ],
        },
        explanation: '',
      },
    },
    ['BriocheItália', 'Ciabattasem resposta', 'BriocheFrança', 'CiabattaItália'],
  ],
])('shows %s beside the key, with nothing to change', async (_, question, shown, texts) => {
  const { group } = await show(question, shown)
  expect(textsIn(group)).toEqual(texts)
  expect(within(group).queryAllByRole('button')).toEqual([])
  expect(within(group).queryAllByRole('combobox')).toEqual([])
})
