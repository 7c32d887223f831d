import { expect } from '@playwright/test'
import { checkSchemes, checkWidth } from './axe.ts'
import { makeQuestion, publishExam } from './exams.ts'
import { makeSchool } from './school.ts'
import { settled, test } from './visitor.ts'

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true }

test('a student hands in an open answer, a teacher corrects it on a phone, and the student reads it', async ({
  open,
}) => {
  const school = await makeSchool()
  const guide = '<p>Deve falar do glúten.</p>'
  const questionId = await makeQuestion(school, 'Por que a massa descansa?', { key: { kind: 'open', guide } })
  await publishExam(school, [await makeQuestion(school, 'O levain é vivo?'), questionId], { must_pass: true })

  const student = await open(phone, await school.makeStudent('Ana Prado'))
  await student.goto(school.lesson)
  await student.getByRole('button', { name: 'Começar prova' }).click()
  await student.getByRole('dialog').getByRole('button', { name: 'Começar' }).click()
  await student.getByLabel('Verdadeiro').check()
  await student.getByRole('button', { name: 'Próxima' }).click()
  await student
    .getByLabel('Resposta da questão 2', { exact: true })
    .fill('O glúten relaxa.\nA água chega a toda a farinha.')
  await settled(student)
  await checkSchemes(student, 'an open answer')
  await student.getByRole('button', { name: 'Entregar' }).click()
  await student.getByRole('dialog').getByRole('button', { name: 'Entregar' }).click()
  await expect(student.getByRole('heading', { name: 'Aguardando correção' })).toBeVisible()
  await expect(student.getByText('O glúten relaxa.')).toBeHidden()

  const teacher = await open(phone, school.ownerToken)
  await teacher.goto(`${school.base}/correcoes`)
  await settled(teacher)
  await checkSchemes(teacher, 'answers that wait')
  await checkWidth(teacher, 'answers that wait')
  await teacher.getByRole('link', { name: 'Ana Prado' }).click()
  await expect(teacher.getByText('Deve falar do glúten.')).toBeVisible()
  await teacher.getByRole('textbox', { name: 'Pontos' }).fill('0,5')
  await teacher.getByLabel('Comentário para o aluno').fill('Faltou dizer por quanto tempo.')
  await settled(teacher)
  await checkSchemes(teacher, 'a correction')
  await checkWidth(teacher, 'a correction')
  await teacher.getByLabel('Comentário para o aluno').press('Control+Enter')
  await expect(teacher.getByText('Nenhuma resposta espera correção.').first()).toBeVisible()

  await student.goto(school.lesson)
  await student.getByRole('link', { name: /Tentativa 1/ }).click()
  await expect(student.getByRole('heading', { name: '1,5 de 2 (75%)' })).toBeVisible()
  await expect(student.getByText('Faltou dizer por quanto tempo.')).toBeVisible()
  await expect(student.getByText('Esta aula está concluída.')).toBeVisible()
  await settled(student)
  await checkSchemes(student, 'a corrected attempt')
})
