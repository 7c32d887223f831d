import { courses } from '@escola/contract/courses.contract'
import { dayMs, minuteMs } from '@escola/contract/durations'
import { lessons } from '@escola/contract/lessons.contract'
import { wallTimeOf } from '@escola/contract/wall-time'
import { expect } from '@playwright/test'
import { callsOf } from './api.ts'
import { checkAxe } from './axe.ts'
import { makeSchool } from './school.ts'
import { settled, test } from './visitor.ts'
import { goTo } from './within.ts'

const year = 366 * dayMs

/** Makes a school whose course opens its second module a month after the first. */
async function makeDrippingSchool() {
  const school = await makeSchool()
  const owner = callsOf(school.ownerToken)
  const params = { schoolId: school.schoolId }
  const { link, id } = school.degree
  const { degree } = await owner(courses.get, { params: { ...params, link } })
  const [first] = degree.modules
  const saved = await owner(courses.save, {
    params: { ...params, link },
    body: {
      ...{ id, version: degree.version, no_dripping: false, dripping_config: { what: 'modules', when: 'month' } },
      modules: [
        { id: first!.id, title: first!.title, alwaysAvailable: true },
        { id: 'new-1', title: 'O forno', alwaysAvailable: false },
      ],
      moduleOrder: [first!.id, 'new-1'],
    },
  })
  await owner(lessons.save, {
    params: { ...params, courseLink: link, lessonLink: '0' },
    body: { degree_id: id, module_id: saved.degree.modules[1]!.id, title: 'Acendendo o fogo' },
  })
  await owner(courses.publish, { params: { ...params, link }, body: { id } })
  return school
}

test('an owner sees what a student will see, opens a module to one of them, and gives the class a day', async ({
  open,
}) => {
  const school = await makeDrippingSchool()
  const page = await open({}, school.ownerToken)
  const coursePage = school.course
  await page.goto(coursePage)
  await page.getByText('Ver como fica para um aluno').click()
  const preview = page.getByRole('list', { name: 'O que esse aluno vê' })
  await expect(preview.getByRole('listitem')).toHaveText([/^O fermento\s*Liberado$/, /^O forno\s*Libera em/])
  await page.getByLabel('vê em').fill(wallTimeOf(new Date(Date.now() + year)))
  await expect(preview.getByRole('listitem')).toHaveText([/Liberado$/, /Liberado$/])
  await settled(page)
  await checkAxe(page, 'the preview of dripping')

  const student = await open({}, await school.makeStudent('Ana Prado'))
  const lesson = student.getByRole('link', { name: /Acendendo o fogo/ })
  await student.goto(coursePage)
  await student.getByText('O forno').click()
  await expect(student.getByText(/^Libera em \d+ dias$/).first()).toBeVisible()
  await expect(lesson).toHaveCount(0)

  await goTo(page, `${school.base}/alunos`)
  await page.getByRole('link', { name: 'Ana Prado' }).click()
  await page.getByText('1 curso não começado').click()
  await page.getByRole('button', { name: /^Liberar módulos/ }).click()
  await page.getByRole('button', { name: 'Liberar agora: O forno' }).click()
  await expect(page.getByText('Liberado para este aluno')).toBeVisible()
  await checkAxe(page, "a student's modules")
  await student.reload()
  await student.getByText('O forno').click()
  await expect(lesson).toBeVisible()

  // The opening is taken back while the student's page still has the link to it.
  await page.getByRole('button', { name: 'Desfazer liberação: O forno' }).click()
  await expect(page.getByRole('button', { name: 'Liberar agora: O forno' })).toBeVisible()
  await lesson.click()
  await expect(student.getByText('Esta aula ainda não está liberada')).toBeVisible()
  await expect(student).toHaveURL(new RegExp(`${coursePage}$`))

  await goTo(page, `${school.base}/turma/${school.cohortId}?tab=cursos`)
  await page.getByRole('button', { name: /^Calendário de/ }).click()
  await page.getByLabel('Data de abertura: O forno').fill(wallTimeOf(new Date(Date.now() - minuteMs)))
  await settled(page)
  await checkAxe(page, "a class's calendar")
  await page.getByRole('button', { name: 'Salvar datas' }).click()
  await expect(page.getByText('1 módulo com data')).toBeVisible()
  await student.reload()
  await student.getByText('O forno').click()
  await lesson.click()
  await expect(student.getByRole('heading', { name: 'Acendendo o fogo' })).toBeVisible()
})
