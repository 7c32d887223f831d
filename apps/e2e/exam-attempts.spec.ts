import { minuteMs } from '@escola/contract/durations'
import { examAttemptErrors } from '@escola/contract/exam-attempt-errors'
import { examAttempts } from '@escola/contract/exam-attempts.contract'
import type { ExamSettings } from '@escola/contract/exam-plan'
import { endAttempts } from '@escola/dev-services/end-attempts'
import { expect, type Page } from '@playwright/test'
import { callsOf } from './api.ts'
import { checkSchemes } from './axe.ts'
import { makeQuestion, publishExam } from './exams.ts'
import { enter, tabTo } from './keyboard.ts'
import { makeSchool } from './school.ts'
import { settled, test } from './visitor.ts'

const statements = ['O sal entra por último?', 'O levain é vivo?']

const steps = ['Misturar', 'Sovar', 'Assar']
const countries = [
  ['Brioche', 'França'],
  ['Ciabatta', 'Itália'],
  ['Broa', 'Portugal'],
] as const
const textsOf = (texts: string[]) => texts.map((text, at) => ({ id: String(at + 1), html: `<p>${text}</p>` }))
const three = ['1', '2', '3']
/** An order, and pairs. */
const arranged = [
  { kind: 'order' as const, options: textsOf(steps), right: three },
  {
    kind: 'pairs' as const,
    lefts: textsOf(countries.map(([bread]) => bread)),
    options: textsOf(countries.map(([, country]) => country)),
    right: three.map((id) => ({ left: id, option: id })),
  },
]

/** Makes a school with a published assessment of two true statements in its first lesson, and after them questions with these keys. */
async function makeExamSchool(settings: Partial<ExamSettings>, keys: typeof arranged = []) {
  const school = await makeSchool()
  const ids: string[] = []
  for (const statement of statements)
    ids.push(await makeQuestion(school, statement, { explanation: `<p>Sim: ${statement}</p>` }))
  for (const key of keys) ids.push(await makeQuestion(school, `Questão de ${key.kind}`, { key }))
  const contentId = await publishExam(school, ids, { attempts: 3, must_pass: true, ...settings })
  return { ...school, contentId }
}

const question = (page: Page, number: number) => page.getByRole('region', { name: `Questão ${number}` })
const saved = (page: Page) => expect(page.getByText('Salvo', { exact: true })).toBeVisible()

/** Begins from the lesson's card. */
async function begin(page: Page, label = 'Começar prova') {
  await page.getByRole('button', { name: label }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Começar' }).click()
  // The result page shows the same questions.
  await expect(page.getByRole('link', { name: 'Sair e voltar à aula' })).toBeVisible()
}
async function handIn(page: Page) {
  await page.getByRole('button', { name: 'Entregar' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Entregar' }).click()
}

async function putInOrder(page: Page, texts: string[]) {
  const placeOf = async (text: string) =>
    (await question(page, 3).getByRole('listitem').allTextContents()).findIndex((item) => item.endsWith(text))
  for (const [at, text] of texts.entries())
    while ((await placeOf(text)) > at) await page.getByRole('button', { name: `Subir: ${text}` }).click()
}
async function pair(page: Page, bread: string, country: string) {
  const list = page.getByRole('combobox', { name: `Combina com: ${bread}` })
  const option = list.getByRole('option', { name: new RegExp(`${country}$`) })
  await list.selectOption(await option.getAttribute('value'))
}

test('a student fails, sees the result, passes with the next attempt and has completed the lesson', async ({
  open,
}) => {
  const school = await makeExamSchool({ limit_minutes: 30 }, arranged)
  const page = await open(
    { viewport: { width: 390, height: 844 }, hasTouch: true },
    await school.makeStudent('Ana Prado'),
  )
  await page.goto(school.lesson)
  await page.getByRole('button', { name: 'Fazer a avaliação' }).click()
  await expect(page.getByRole('button', { name: 'Começar prova' })).toBeInViewport()
  await settled(page)
  await checkSchemes(page, 'a lesson with an assessment')
  await begin(page)
  await settled(page)
  await checkSchemes(page, 'an attempt')
  await question(page, 1).getByLabel('Falso').check()
  await saved(page)
  // Closing the tab loses nothing.
  await page.reload()
  await expect(page.getByRole('button', { name: 'Questão 1: respondida' })).toBeVisible()
  await page.getByRole('button', { name: 'Questão 1: respondida' }).click()
  await expect(question(page, 1).getByLabel('Falso')).toBeChecked()
  await page.getByRole('button', { name: 'Próxima' }).click()
  await question(page, 2).getByLabel('Verdadeiro').check()
  await page.getByRole('button', { name: 'Próxima' }).click()
  await expect(question(page, 3).getByText(/ainda não é a sua resposta/)).toBeVisible()
  await settled(page)
  await checkSchemes(page, 'an order')
  await page.getByRole('button', { name: 'Próxima' }).click()
  await pair(page, 'Broa', 'Itália')
  await settled(page)
  await checkSchemes(page, 'pairs')
  await handIn(page)
  await expect(page.getByText('1 de 4 (25%)')).toBeVisible()
  await expect(page.getByText('Para passar são 70%. Ainda não foi desta vez.')).toBeVisible()
  await expect(question(page, 1).getByText(`Sim: ${statements[0]}`)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Tentar de novo' })).toBeVisible()
  await settled(page)
  await checkSchemes(page, 'the result of an attempt')

  await begin(page, 'Tentar de novo')
  await question(page, 1).getByLabel('Verdadeiro').check()
  await page.getByRole('button', { name: 'Próxima' }).click()
  await question(page, 2).getByLabel('Verdadeiro').check()
  await page.getByRole('button', { name: 'Próxima' }).click()
  await putInOrder(page, steps)
  await page.getByRole('button', { name: 'Próxima' }).click()
  for (const [bread, country] of countries) await pair(page, bread, country)
  await handIn(page)
  await expect(page.getByText('Você passou!')).toBeVisible()
  await expect(page.getByText('Esta aula está concluída.')).toBeVisible()
  await page.getByRole('link', { name: 'Voltar à aula' }).first().click()
  await expect(page.getByRole('button', { name: 'Concluída', exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: /Tentativa 2.*4 de 4/ })).toBeVisible()
})

test('answers count that were given before the line was cut, whatever comes after the end', async ({ open }) => {
  const school = await makeExamSchool({ attempts: 1, limit_minutes: 1, must_pass: false, pass_percent: 50 })
  const token = await school.makeStudent('Bento Alves')
  const page = await open({ viewport: { width: 390, height: 844 } }, token)
  await page.clock.install()
  await page.goto(school.lesson)
  await begin(page)
  await question(page, 1).getByLabel('Verdadeiro').check()
  await saved(page)
  await page.getByRole('button', { name: 'Próxima' }).click()
  await page.context().setOffline(true)
  await question(page, 2).getByLabel('Verdadeiro').check()
  await expect(page.getByText(/Sem conexão: as respostas ficam neste aparelho/)).toBeVisible()
  await page.clock.fastForward(minuteMs)
  await expect(page.getByText('O tempo acabou', { exact: true })).toBeVisible()
  await expect(page.getByText(/Conta o que chegou à escola dentro do prazo/)).toBeVisible()
  // At the school the minute is over and the grace, too.
  await endAttempts(process.env.E2E_DATABASE_URL!, school.schoolId, 2)
  const state = () =>
    callsOf(token)(examAttempts.state, { params: { schoolId: school.schoolId, contentId: school.contentId } })
  await expect.poll(async () => (await state()).exam.past.length, { intervals: [2000] }).toBe(1)
  await page.context().setOffline(false)
  await expect(page.getByText(/O tempo acabou em .*, e o que estava respondido foi entregue/)).toBeVisible()
  await expect(page.getByText('1 de 2 (50%)')).toBeVisible()
  await expect(page.getByText('Uma resposta chegou depois do prazo: ficou guardada e não conta.')).toBeVisible()
})

test('a second device takes an attempt over, and the first one takes it back by keyboard alone', async ({ open }) => {
  const school = await makeExamSchool({ attempts: null })
  const token = await school.makeStudent('Célia Dias')
  const page = await open({ viewport: { width: 1280, height: 800 } }, token)
  await page.goto(school.lesson)
  await enter(page, page.getByRole('button', { name: 'Começar prova' }))
  await tabTo(page, question(page, 1).getByLabel('Verdadeiro'))
  await page.keyboard.press('Space')
  await saved(page)

  const other = await open({ viewport: { width: 390, height: 844 } }, token)
  await other.goto(school.lesson)
  await other.getByRole('link', { name: 'Continuar' }).click()
  await expect(other.getByRole('button', { name: 'Questão 1: respondida' })).toBeVisible()

  await enter(page, page.getByRole('button', { name: 'Próxima' }))
  await expect(page.getByRole('heading', { name: 'Questão 2' })).toBeFocused()
  await tabTo(page, question(page, 2).getByLabel('Verdadeiro'))
  await page.keyboard.press('Space')
  await expect(page.getByText(examAttemptErrors.attempt_taken_over.pt)).toBeVisible()
  await enter(page, page.getByRole('button', { name: 'Continuar neste aparelho' }))
  await enter(page, page.getByRole('button', { name: 'Usar a resposta' }))
  await expect(page.getByRole('button', { name: 'Questão 2: respondida' })).toBeVisible()
  await saved(page)
  await enter(page, page.getByRole('button', { name: 'Entregar' }))
  await enter(page, page.getByRole('dialog').getByRole('button', { name: 'Entregar' }))
  await expect(page.getByText('Você passou!')).toBeVisible()
  await expect(page.getByText('2 de 2 (100%)')).toBeVisible()
})
