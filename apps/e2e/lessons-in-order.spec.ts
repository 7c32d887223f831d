import { courses } from '@escola/contract/courses.contract'
import { orderTexts } from '@escola/contract/lesson-order.contract'
import { messages } from '@escola/contract/messages'
import { expect } from '@playwright/test'
import { callsOf } from './api.ts'
import { checkAxe } from './axe.ts'
import { makeSchool } from './school.ts'
import { settled, test } from './visitor.ts'

test('an owner puts the lessons in order, and a student on a phone opens the second by completing the first', async ({
  open,
}) => {
  const school = await makeSchool(['https://www.youtube.com/watch?v=aqz-KE-bpKQ'])
  const page = await open({}, school.ownerToken)
  await page.goto(school.course)
  await page.getByRole('switch', { name: orderTexts.label }).click()
  await expect(page.getByText('Nenhuma aula se fecha para quem já começou o curso.')).toBeVisible()
  await settled(page)
  await checkAxe(page, 'the switch of the order')
  await page.getByRole('button', { name: 'Publicar alterações' }).click()
  const owner = callsOf(school.ownerToken)
  const params = { schoolId: school.schoolId, link: school.degree.link }
  await expect
    .poll(async () => (await owner(courses.get, { params })).degree)
    .toMatchObject({ in_order: true, isDraft: false })
  const [first, second] = (await owner(courses.get, { params })).degree.modules[0]!.content

  const student = await open({ viewport: { width: 390, height: 844 } }, await school.makeStudent('Ana Prado'))
  await student.goto(school.course)
  await expect(student.getByText(messages.opensAfter(first!.title))).toBeVisible()
  await expect(student.getByRole('link', { name: second!.title })).toHaveCount(0)
  await settled(student)
  await checkAxe(student, 'a course in order')

  await student.goto(`${school.course}/${second!.link}`)
  await expect(student.getByText('Esta aula abre quando você concluir a anterior')).toBeVisible()
  await expect(student).toHaveURL(new RegExp(`${school.course}/${first!.link}$`))
  await student.getByRole('button', { name: 'Marcar como concluída' }).click()
  await student.getByRole('link', { name: 'Próxima aula' }).click()
  await expect(student.getByRole('heading', { level: 1, name: second!.title })).toBeVisible()
})
