import { templateMessages } from '@escola/contract/certificate-template-texts'
import { courses } from '@escola/contract/courses.contract'
import { learning } from '@escola/contract/learning.contract'
import { lessons } from '@escola/contract/lessons.contract'
import { expect } from '@playwright/test'
import { callsOf } from './api.ts'
import { checkSchemes } from './axe.ts'
import { expectNotice } from './notices.ts'
import { makeSchool } from './school.ts'
import { test } from './visitor.ts'
import { goTo } from './within.ts'

const desk = { viewport: { width: 1280, height: 800 } }
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

test('a sum whose course is unpublished issues nothing, says so, and issues both courses once it is back', async ({
  open,
}) => {
  const school = await makeSchool()
  const { base, degree, ownerToken, schoolId } = school
  const params = { schoolId }
  const owner = callsOf(ownerToken)
  const { degree: second } = await owner(courses.save, {
    params: { ...params, link: '0' },
    body: {
      title: 'Bolo de domingo',
      modules: [{ id: 'new-0', title: 'A massa', alwaysAvailable: true }],
      moduleOrder: ['new-0'],
    },
  })
  await owner(lessons.save, {
    params: { ...params, courseLink: second.link, lessonLink: '0' },
    body: { degree_id: second.id, module_id: second.modules[0]!.id, title: 'Bater a massa' },
  })
  await owner(courses.publish, { params: { ...params, link: second.link }, body: { id: second.id } })
  const ana = await school.makeStudent('Ana Prado')
  /** Completes each lesson of a course, as its page would. */
  const complete = async ({ id, link }: { id: string; link: string }) => {
    const { degree: open } = await owner(courses.get, { params: { ...params, link } })
    for (const { id: contentId } of open.modules.flatMap(({ content }) => content))
      await callsOf(ana)(learning.complete, {
        params,
        body: { contentId, degreeId: id, userDegree: { metadata: { content: { [contentId]: { isComplete: true } } } } },
      })
  }

  const page = await open(desk, ownerToken)
  const chooseAction = async (name: string) => {
    await page.getByRole('button', { name: 'Mais ações do curso' }).click()
    await page.getByRole('menuitem', { name }).click()
  }
  await page.goto(`${base}/certificado/criar`)
  await page.getByLabel('Título, como sai no certificado').fill('Formação de padaria')
  await page.getByLabel('Nome de quem assina').fill('Dora Prado')
  await page.getByRole('radio', { name: 'Vários cursos juntos' }).check()
  await page.getByRole('button', { name: 'Salvar' }).click()
  await expect(page.getByText(templateMessages.saved)).toBeVisible()
  await goTo(page, `${base}/c/${second.link}`)
  await chooseAction('Despublicar')
  const question = page.getByRole('dialog')
  await expect(question.getByText(/deixa de emitir até ele voltar \(“Formação de padaria”\)/)).toBeVisible()
  await question.getByRole('button', { name: 'Despublicar' }).click()
  await expectNotice(page, 'Curso despublicado')
  await goTo(page, `${base}/certificados`)
  await page.getByRole('link', { name: /^Formação de padaria.*parado/ }).click()
  await expect(page.getByText(/não emite nada enquanto faltar.*“Bolo de domingo” \(não publicado\)/)).toBeVisible()
  await checkSchemes(page, 'a certificate model that stands still')

  await complete(degree)
  const student = await open(phone, ana)
  await student.goto(`${base}/certificados`)
  const downloads = student.getByRole('button', { name: /^Baixar certificado/ })
  await expect(downloads).toHaveCount(1)
  await expect(student.getByText('Pão de cada dia', { exact: true })).toBeVisible()

  await goTo(page, `${base}/c/${second.link}`)
  await page.getByRole('button', { name: 'Publicar curso' }).click()
  await expect(page.getByText('Curso publicado!')).toBeVisible()
  await complete(second)
  await student.reload()
  await expect(
    student.getByText(/^(Pão de cada dia e Bolo de domingo|Bolo de domingo e Pão de cada dia)$/),
  ).toBeVisible()
  await expect(downloads).toHaveCount(3)
})
