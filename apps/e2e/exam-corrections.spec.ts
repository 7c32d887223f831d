import { examAttempts } from '@escola/contract/exam-attempts.contract'
import { correctionTexts } from '@escola/contract/exam-correction-texts'
import { expect } from '@playwright/test'
import { callsOf } from './api.ts'
import { checkSchemes } from './axe.ts'
import { makeQuestion, publishExam } from './exams.ts'
import { makeSchool } from './school.ts'
import { settled, test } from './visitor.ts'

test('an author corrects a wrong key: the marks of three attempts follow, and go back with the undo', async ({
  open,
}) => {
  const school = await makeSchool()
  const { base, schoolId, ownerToken, makeStudent } = school
  const params = { schoolId }
  const questionId = await makeQuestion(school, 'Quanto cresce o levain?', {
    key: {
      kind: 'one',
      options: [
        { id: '1', html: '<p>O dobro</p>' },
        { id: '2', html: '<p>Nada</p>' },
      ],
      right: '2',
    },
  })
  const contentId = await publishExam(school, [questionId])
  const students: string[] = []
  for (const [name, option] of [
    ['Ana', 0],
    ['Bia', 0],
    ['Caio', 1],
  ] as const) {
    const token = await makeStudent(`${name} Souza`)
    const own = callsOf(token)
    const { attempt } = await own(examAttempts.begin, { params: { ...params, contentId } })
    const [asked] = attempt.questions
    if (asked?.kind !== 'one') throw new Error('asks another question')
    const answer = { kind: 'one' as const, chosen: asked.options[option]!.number }
    await own(examAttempts.handIn, {
      params: { ...params, attemptId: attempt.id },
      body: { epoch: attempt.epoch, saves: [{ number: 1, question: asked.number, answer }] },
    })
    students.push(token)
  }
  const points = () =>
    Promise.all(
      students.map(async (token) => {
        const { exam } = await callsOf(token)(examAttempts.state, { params: { ...params, contentId } })
        return exam.mark?.points
      }),
    )
  expect(await points()).toEqual([0, 0, 100])

  const page = await open({ viewport: { width: 1280, height: 900 } }, ownerToken)
  await page.goto(`${base}/questoes/${questionId}`)
  await page.getByRole('radio', { name: 'Opção 1 é certa' }).check()
  await page.getByRole('button', { name: 'Salvar' }).click()
  const section = page.getByRole('region', { name: correctionTexts.title })
  await expect(section.getByText(correctionTexts.offer('Opção 2 (Nada)', 'Opção 1 (O dobro)'))).toBeVisible()
  await settled(page)
  await checkSchemes(page, 'a correction that is offered', ['dark', 'light'])

  await section.getByRole('button', { name: correctionTexts.correct }).click()
  const asked = page.getByRole('dialog', { name: correctionTexts.question })
  await expect(
    asked.getByText(/^3 notas mudam, 2 alunos passam a ser aprovados, ninguém perde a aprovação/),
  ).toBeVisible()
  await asked.getByRole('button', { name: correctionTexts.confirm }).click()
  await expect(
    section.getByText('Gabarito corrigido: 3 notas mudaram, 2 alunos passaram a ser aprovados.'),
  ).toBeVisible()
  expect(await points()).toEqual([100, 100, 0])
  await page.setViewportSize({ width: 390, height: 844 })
  await settled(page)
  await checkSchemes(page, 'a key that was corrected', ['dark', 'light'])

  await section.getByRole('button', { name: correctionTexts.undo }).click()
  const undoing = page.getByRole('dialog', { name: correctionTexts.undoQuestion })
  await expect(undoing.getByText(/2 aprovações ficam/)).toBeVisible()
  await undoing.getByRole('button', { name: correctionTexts.undo }).click()
  await expect(section.getByText('Correção desfeita: 3 notas mudaram.')).toBeVisible()
  expect(await points()).toEqual([0, 0, 100])
})
