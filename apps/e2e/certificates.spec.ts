import { readFile } from 'node:fs/promises'
import { issueMessages } from '@escola/contract/certificate-issues.contract'
import { issuedTexts } from '@escola/contract/certificate-reissues.contract'
import { templateMessages } from '@escola/contract/certificate-template-texts'
import { certificateTemplates } from '@escola/contract/certificate-templates.contract'
import { learning } from '@escola/contract/learning.contract'
import { lessons } from '@escola/contract/lessons.contract'
import { expect, type Page } from '@playwright/test'
import { callsOf } from './api.ts'
import { checkSchemes } from './axe.ts'
import { makeSchool } from './school.ts'
import { test } from './visitor.ts'
import { goTo } from './within.ts'

const desk = { viewport: { width: 1280, height: 800 } }
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

/** Draws a line across the pad with a finger, as the browser's own touches. */
async function signByTouch(page: Page) {
  const box = (await page.getByRole('img', { name: 'Quadro para assinar' }).boundingBox())!
  const finger = await page.context().newCDPSession(page)
  const at = (share: number) => ({
    x: box.x + box.width * (0.15 + 0.7 * share),
    y: box.y + box.height * (0.5 + 0.3 * Math.sin(share * 9)),
  })
  await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at(0)] })
  for (let step = 1; step <= 20; step++)
    await finger.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [at(step / 20)] })
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}

test('a certificate is signed by touch, issued, asked for, issued again for all, revoked and good again', async ({
  open,
}) => {
  const school = await makeSchool()
  const { base, degree, ownerToken } = school
  const params = { schoolId: school.schoolId }
  const owner = callsOf(ownerToken)
  const { certificateList } = await owner(certificateTemplates.list, { params })
  await owner(certificateTemplates.remove, { params: { ...params, id: certificateList[0]!.id } })
  const contentIds: string[] = []
  for (const lesson of [school.lesson, school.withFile]) {
    const lessonLink = lesson.split('/').at(-1)!
    const { content } = await owner(lessons.get, { params: { ...params, courseLink: degree.link, lessonLink } })
    contentIds.push(content.id)
  }
  const complete = async (token: string, ids: string[]) => {
    for (const contentId of ids)
      await callsOf(token)(learning.complete, {
        params,
        body: {
          contentId,
          degreeId: degree.id,
          userDegree: { metadata: { content: { [contentId]: { isComplete: true } } } },
        },
      })
  }
  const [ana, bia] = [await school.makeStudent('Ana Prado'), await school.makeStudent('Bia Reis')]
  await complete(ana, contentIds)

  const small = await open(phone, ownerToken)
  await small.goto(`${base}/certificados`)
  await small.getByRole('link', { name: 'Criar Modelo' }).tap()
  await small.getByLabel('Nome de quem assina').fill('Dora Prado')
  await small.getByRole('button', { name: 'Desenhar assinatura' }).tap()
  await expect(small.getByRole('button', { name: 'Usar esta assinatura' })).toBeDisabled()
  await signByTouch(small)
  await checkSchemes(small, 'the signature')
  await small.getByRole('button', { name: 'Usar esta assinatura' }).tap()
  await expect(small.getByRole('img', { name: 'Assinatura de Dora Prado' })).toBeVisible()
  await small.getByRole('button', { name: 'Salvar' }).tap()
  await expect(small.getByText('1 aluno que já concluiu recebe o certificado e um e-mail agora.')).toBeVisible()
  await small.getByRole('button', { name: 'Salvar e emitir' }).tap()
  await expect(small.getByText(templateMessages.saved)).toBeVisible()
  // The picture is the server's by now: ink on nothing.
  await expect(small.getByRole('img', { name: 'Assinatura de Dora Prado' })).toHaveAttribute('src', /\/api\//)
  await small.getByRole('switch', { name: /^Emitir automaticamente/ }).uncheck({ force: true })
  await small.getByRole('button', { name: 'Salvar' }).tap()
  // The notice of the earlier save may still be there.
  const isAutomatic = async () => (await owner(certificateTemplates.list, { params })).certificateList[0]!.is_automatic
  await expect.poll(isAutomatic).toBe(false)

  const student = await open(phone, bia)
  await complete(bia, contentIds.slice(0, 1))
  await student.goto(school.withFile)
  await student.getByRole('button', { name: 'Marcar como concluída' }).tap()
  await expect(student.getByText('Curso finalizado').first()).toBeVisible()
  await goTo(student, `${base}/certificados`)
  await student.getByRole('button', { name: /^Pedir certificado/ }).tap()
  const download = student.getByRole('button', { name: /^Baixar certificado/ })
  await expect(download).toBeVisible()
  const [file] = await Promise.all([student.waitForEvent('download'), download.tap()])
  expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-')

  const page = await open(desk, ownerToken)
  await page.goto(`${base}/certificados`)
  await expect(page.getByText('2 certificados emitidos')).toBeVisible()
  await page.getByRole('link', { name: /^Certificado de conclusão/ }).click()
  await page.getByLabel('Título, como sai no certificado').fill('Certificado de formação')
  await page.getByRole('button', { name: 'Salvar' }).click()
  await expect(page.getByText(templateMessages.saved)).toBeVisible()
  await page.getByRole('link', { name: 'Meus certificados' }).click()
  await page.getByRole('link', { name: 'Ver emitidos: Certificado de formação' }).click()
  await expect(page.getByRole('row')).toHaveCount(3)
  await page.getByRole('button', { name: issuedTexts.reissueAll }).click()
  const question = page.getByRole('dialog', { name: issuedTexts.question(2) })
  await question.getByRole('button', { name: issuedTexts.reissueAll }).click()
  await expect(page.getByText(': 2 certificados saíram de novo.')).toBeVisible()
  await expect(page.getByRole('cell', { name: /2ª via$/ })).toHaveCount(2)
  await expect(page.getByText('Válido', { exact: true })).toHaveCount(2)
  await checkSchemes(page, 'certificates that were issued')

  await page.getByRole('searchbox').fill('bia')
  await expect(page.getByRole('row')).toHaveCount(2)
  const acts = page.getByRole('button', { name: /^Ações do certificado de/ })
  await acts.click()
  await page.getByRole('menuitem', { name: 'Revogar' }).click()
  const dialog = page.getByRole('dialog', { name: /^Revogar certificado de/ })
  await dialog.getByRole('textbox', { name: 'Motivo' }).fill('Emitido por engano')
  await dialog.getByRole('button', { name: 'Revogar certificado' }).click()
  await expect(page.getByText(issueMessages.revoked)).toBeVisible()
  await expect(page.getByRole('cell', { name: /^Revogado Emitido por engano/ })).toBeVisible()
  await student.reload()
  await expect(student.getByText(issueMessages.stateRevoked('Emitido por engano'))).toBeVisible()
  await expect(download).toHaveCount(0)
  await page.getByRole('combobox', { name: 'Situação' }).click()
  await page.getByRole('option', { name: 'Revogados' }).click()
  await expect(page).toHaveURL(/state=revoked/)
  await acts.click()
  await page.getByRole('menuitem', { name: 'Desfazer revogação' }).click()
  await expect(page.getByText(issueMessages.restored)).toBeVisible()
  await student.reload()
  await expect(download).toBeVisible()
})
