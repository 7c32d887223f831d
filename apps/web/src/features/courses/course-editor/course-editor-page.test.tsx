import { calendars, dripPreviewTexts } from '@escola/contract/calendars.contract'
import { courses, type Degree } from '@escola/contract/courses.contract'
import { errors } from '@escola/contract/errors'
import { messages } from '@escola/contract/messages'
import { refusals } from '@escola/contract/refusals'
import type { Context } from '@escola/contract/schools.contract'
import { newCourseTitle } from '@escola/contract/titles'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { fail, fakeServer, refuse } from '../../../testing/fake-server.ts'
import { school, showScreen } from '../../../testing/show-screen.tsx'
import { ConfirmHost } from '../../../ui/questions/confirm.ts'
import { courseQueries } from '../courses.queries.ts'
import { nothingTouched, sampleCourse, sampleLesson } from '../sample-course.ts'
import { CourseEditorPage } from './course-editor-page.tsx'

const textLong = 'Descrição: este texto é longo demais'
const board = { categories: [], revision: '1' }
const published: Degree = { ...sampleCourse, utc_published_on: '2026-01-01T00:00:00.000Z', isDraft: false }

function courseServer(start: Degree) {
  let degree = start
  const server = fakeServer()
  server.on(courses.get, () => ({ degree }))
  const saves = server.on(courses.save, ({ body }) => {
    if (body.version !== degree.version) return refuse('courseStale', { current: { degree, school: board } })
    const { title = degree.title, description_title = degree.description_title } = body
    // The server keeps a draft of a published course, too.
    const isDraft = degree.isDraft || degree.utc_published_on !== null
    degree = { ...degree, title, description_title, isDraft, version: degree.version + 1 }
    return { degree, school: board }
  })
  const elsewhere = (fields: Partial<Degree>) => {
    degree = { ...degree, ...fields, version: degree.version + 1 }
  }
  return { server, saves, elsewhere }
}
const open = (context: Partial<Context> = {}) =>
  showScreen({
    context,
    at: '/c/ingles',
    route: '/c/$link',
    as: 'admin',
    load: (client, { link }) => client.ensureQueryData(courseQueries.course(school.id, link!)),
    show: ({ link }) => (
      <>
        <CourseEditorPage link={link!} />
        <ConfirmHost />
      </>
    ),
  })
const subtitle = () => screen.findByLabelText('Título da descrição')
const chooseAction = async (name: string) => {
  await userEvent.click(screen.getByRole('button', { name: 'Mais ações do curso' }))
  await userEvent.click(await screen.findByRole('menuitem', { name }))
}

it('discards a draft even when the server refuses the text in it', async () => {
  const { server } = courseServer(published)
  server.on(courses.save, () => refuse('courseTextLong'))
  const discards = server.on(courses.clearDraft, () => ({ degree: { ...published, version: 2 }, school: board }))
  await open()
  await userEvent.type(await subtitle(), 'longo demais')
  await screen.findByText(textLong)
  await chooseAction('Descartar rascunho')
  await userEvent.click(await screen.findByRole('button', { name: 'Descartar' }))
  await waitFor(() => expect(discards).toHaveLength(1))
  await waitFor(async () => expect(await subtitle()).toHaveProperty('value', ''))
  expect(screen.queryByText(textLong)).toBeNull()
})

it('names the field that was refused', async () => {
  const { server } = courseServer(published)
  server.on(courses.save, () => refuse('courseTextLong'))
  await open()
  await userEvent.type(await subtitle(), 'x')
  expect((await screen.findByRole('alert')).textContent).toContain(textLong)
})

it('lets an offline author go without a question when all that was written is kept', async () => {
  const { server } = courseServer(published)
  server.on(courses.save, () => {
    throw new TypeError('Failed to fetch')
  })
  const { router, path } = await open()
  await userEvent.type(await subtitle(), 'Do zero')
  await screen.findByText(messages.offline)
  await act(() => router.navigate({ to: '/turmas' as '/' }))
  await waitFor(() => expect(path()).toBe('/turmas'))
  expect(screen.queryByText('Sair sem salvar?')).toBeNull()
})

it('still holds what was typed when the course could not be deleted', async () => {
  const { server } = courseServer(sampleCourse)
  let isRefusing = true
  const saves = server.on(courses.save, ({ body }) => {
    if (isRefusing) return refuse('courseTextLong')
    return { degree: { ...sampleCourse, ...{ description_title: body.description_title! }, version: 2 }, school: board }
  })
  server.on(courses.remove, () => refuse('coursePublished'))
  await open()
  await userEvent.type(await subtitle(), 'Do zero')
  await screen.findByText(textLong)
  await chooseAction('Apagar')
  await userEvent.click(await screen.findByRole('button', { name: 'Apagar curso' }))
  await screen.findByText(errors.course_published.pt)
  isRefusing = false
  await userEvent.click(await screen.findByRole('button', { name: 'Tentar de novo' }))
  await screen.findByText('Salvo')
  expect(saves.at(-1)?.body.description_title).toBe('Do zero')
})

it('says what is in the way of publishing', async () => {
  const { server } = courseServer(sampleCourse)
  server.on(courses.save, () => Promise.reject(new TypeError('Failed to fetch')))
  const publications = server.on(courses.publish, () => ({ degree: published, school: board }))
  await open()
  await userEvent.type(await subtitle(), 'Do zero')
  await screen.findByText(messages.offline)
  await userEvent.click(screen.getByRole('button', { name: 'Publicar curso' }))
  await screen.findByText(/^Sem conexão. Verifique/)
  expect(publications).toHaveLength(0)
})

it('gives the focus back after the two versions were compared, and keeps it on the page after the decision', async () => {
  const { elsewhere } = courseServer(sampleCourse)
  await open()
  const field = await subtitle()
  elsewhere({ description_title: 'Dela' })
  await userEvent.type(field, 'Minha')
  const compare = await screen.findByRole('button', { name: 'Ver a versão nova' })
  await userEvent.click(compare)
  await screen.findByText('Dela')
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(document.activeElement).toBe(compare))
  await userEvent.click(compare)
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(await dialog.findByRole('button', { name: 'Manter o que escrevi' }))
  await screen.findByText('Salvo')
  expect(document.activeElement).not.toBe(document.body)
})

it('gives the focus back to the menu whose question was not agreed to', async () => {
  courseServer(published)
  await open()
  await subtitle()
  await chooseAction('Despublicar')
  await screen.findByRole('dialog')
  await userEvent.keyboard('{Escape}')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Mais ações do curso' }))
})

it('hands the focus on when a lesson or a module is removed', async () => {
  const lessons = ['Olá', 'Tchau'].map((title, at) => ({ ...sampleLesson, id: `3${at}`, link: `aula-${at}`, title }))
  const modules = [
    { id: '20', title: 'Começo', alwaysAvailable: false, content: lessons },
    { id: '21', title: 'Fim', alwaysAvailable: false, content: [] },
  ]
  courseServer({ ...sampleCourse, modules })
  await open()
  const agree = async () => userEvent.click(await screen.findByRole('button', { name: 'Remover' }))
  const module = within(await screen.findByRole('article', { name: 'Começo' }))

  await userEvent.click(module.getByRole('button', { name: 'Remover a aula Olá' }))
  await agree()
  await waitFor(() => expect(module.queryByText('Olá')).toBeNull())
  expect(document.activeElement).toBe(module.getByRole('link', { name: 'Tchau' }))

  await userEvent.click(module.getByRole('button', { name: 'Remover a aula Tchau' }))
  await agree()
  await waitFor(() => expect(module.queryByText('Tchau')).toBeNull())
  expect(document.activeElement).toBe(module.getByRole('button', { name: 'Nova aula' }))

  const removeModule = async (name: string) => {
    await userEvent.click(screen.getByRole('button', { name: `Ações de ${name}` }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Remover módulo' }))
    await agree()
    await waitFor(() => expect(screen.queryByRole('article', { name })).toBeNull())
  }
  await removeModule('Começo')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Ações de Fim' }))
  await removeModule('Fim')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Adicionar módulo' }))
})

it('keeps the focus in the title of a module that was named', async () => {
  courseServer(sampleCourse)
  await open()
  const title = await screen.findByLabelText('Título do módulo')
  await userEvent.clear(title)
  await userEvent.keyboard('{Enter}')
  expect(title).toHaveProperty('value', 'Módulo 1')
  expect(document.activeElement).toBe(title)
})

it('selects the title of a course that was just made', async () => {
  courseServer(sampleCourse)
  const { router } = await open()
  const title = await screen.findByLabelText<HTMLTextAreaElement>('Título do curso')
  expect(document.activeElement).not.toBe(title)
  await router.navigate({ to: '/c/ingles' as '/', state: { isNew: true } })
  await waitFor(() => expect(document.activeElement).toBe(title))
  expect([title.selectionStart, title.selectionEnd]).toEqual([0, 'Inglês'.length])
})

it('says that the course could not be loaded, and tries again', async () => {
  fakeServer().on(courses.get, () => fail('internal'))
  await open()
  expect(await screen.findByRole('heading', { level: 1, name: 'Não foi possível carregar' })).toBeTruthy()
  courseServer(published)
  await userEvent.click(screen.getByRole('button', { name: 'Tentar novamente' }))
  expect(await subtitle()).toBeTruthy()
})

it('asks before a course without lessons goes out', async () => {
  const { server } = courseServer({ ...sampleCourse, modules: [] })
  const publications = server.on(courses.publish, () => ({ degree: published, school: board }))
  await open()
  await subtitle()
  await userEvent.click(screen.getByRole('button', { name: 'Publicar curso' }))
  const question = within(await screen.findByRole('dialog', { name: 'Publicar sem aulas?' }))
  expect(publications).toHaveLength(0)
  await userEvent.click(question.getByRole('button', { name: 'Publicar mesmo assim' }))
  await waitFor(() => expect(publications).toHaveLength(1))
})

it('tells the author, before a new lesson goes out, how many have completed the course', async () => {
  // The lesson of the sample was never published.
  const { server } = courseServer({ ...published, isDraft: true })
  const publications = server.on(courses.publish, () => ({ degree: published, school: board }))
  const asked = server.on(courses.reach, () => ({ reach: { ...nothingTouched, begun: 20, completed: 12, cohorts: 1 } }))
  await open()
  await subtitle()
  await userEvent.click(screen.getByRole('button', { name: 'Publicar alterações' }))
  const question = within(await screen.findByRole('dialog', { name: 'Publicar 1 aula nova?' }))
  expect(question.getByText(/^12 alunos já concluíram este curso\./)).toBeTruthy()
  expect(asked).toMatchObject([{ params: { schoolId: '7', link: 'ingles' } }])
  await userEvent.keyboard('{Escape}')
  expect(publications).toHaveLength(0)
})

it('says how many students the end of a course, or of a lesson, affects', async () => {
  const lesson = { ...sampleLesson, utc_published_on: '2026-01-01T00:00:00.000Z' }
  const modules = [{ id: '20', title: 'Começo', alwaysAvailable: false, content: [lesson] }]
  const { server } = courseServer({ ...sampleCourse, modules })
  server.on(courses.reach, () => ({ reach: { ...nothingTouched, begun: 12, completed: 3, cohorts: 2 } }))
  await open()
  await subtitle()
  await chooseAction('Apagar')
  const text = /12 alunos já começaram e perdem o progresso\. 2 turmas deixam de ter este curso\./
  expect(await screen.findByText(text)).toBeTruthy()
  await userEvent.keyboard('{Escape}')
  await userEvent.click(screen.getByRole('button', { name: 'Remover a aula Nova aula' }))
  expect(await screen.findByText(/12 alunos já começaram este curso\./)).toBeTruthy()
})

it('names the classes, certificate models and plans that lose a course, before it is hidden, unpublished or deleted', async () => {
  const touched = {
    cohorts: 1,
    cohort_titles: ['Turma de maio'],
    sums: ['Formação'],
    models: ['Só inglês'],
    plans: ['Rede'],
  }
  const named = async (texts: RegExp[]) => {
    const question = within(await screen.findByRole('dialog'))
    for (const text of texts) expect(question.getByText(text)).toBeTruthy()
    await userEvent.keyboard('{Escape}')
  }
  const models = [
    /1 modelo de certificado que o soma com outros deixa de emitir até .+ \(“Formação”\)\./,
    /1 modelo de certificado nomeia este curso \(“Só inglês”\)\./,
  ]
  const { server, saves } = courseServer(published)
  server.on(courses.reach, () => ({ reach: { ...nothingTouched, ...touched } }))
  await open({ school: { ...school, has_affiliation: true, role: ['admin'] } })
  await subtitle()
  await chooseAction('Despublicar')
  await named([/Ele some de 1 turma \(“Turma de maio”\)\./, /Ele sai de 1 plano de afiliados \(“Rede”\)/, ...models])
  const hide = screen.getByRole('switch', { name: messages.hideToAffiliates })
  await userEvent.click(hide)
  await named([/Ele sai de 1 plano de afiliados \(“Rede”\)/])
  expect(saves).toHaveLength(0)
  cleanup()
  const draft = courseServer(sampleCourse)
  draft.server.on(courses.reach, () => ({ reach: { ...nothingTouched, ...touched } }))
  await open()
  await subtitle()
  await chooseAction('Apagar')
  await named([/1 turma deixa de ter este curso \(“Turma de maio”\)\./, ...models])
})

it('says of a class without the course that it has it not, and leads there', async () => {
  const { server } = courseServer({ ...published, no_dripping: false })
  server.on(calendars.preview, ({ query }) => ({
    has_degree: query.school_gateway_id === undefined,
    private_lessons: 0,
    modules: [],
  }))
  await open({ gatewayList: [{ id: '3', title: 'Turma de maio' }] })
  await userEvent.click(await screen.findByText('Ver como fica para um aluno'))
  await userEvent.click(await screen.findByRole('combobox', { name: 'Turma' }))
  await userEvent.click((await screen.findAllByRole('option'))[0]!)
  await screen.findByText(dripPreviewTexts.noDegree)
  expect(screen.getByRole('link', { name: dripPreviewTexts.openCohort }).getAttribute('href')).toMatch(
    /turma\/\d+\?tab=cursos/,
  )
})

it('shows what a student would see by the rule that is being written', async () => {
  const { server } = courseServer({ ...published, no_dripping: false })
  const asked = server.on(calendars.preview, ({ query }) => ({
    has_degree: true,
    private_lessons: 0,
    modules: [
      { id: '10', title: 'Primeiro', isOpen: true, opens_on: null },
      { id: '11', title: 'Segundo', isOpen: false, opens_on: query.at },
    ],
  }))
  await open()
  await subtitle()
  expect(asked).toEqual([])
  await userEvent.click(screen.getByText('Ver como fica para um aluno'))
  const list = within(await screen.findByRole('list', { name: 'O que esse aluno vê' }))
  expect(await list.findByText('Liberado')).toBeTruthy()
  fireEvent.change(screen.getByLabelText('vê em'), { target: { value: '2026-12-08T08:30' } })
  expect(await list.findByText('Libera em 08/12/2026, 08:30')).toBeTruthy()
  expect(asked.at(-1)).toMatchObject({ params: { link: 'ingles' }, query: { at: '2026-12-08T11:30:00.000Z' } })
  const before = asked.length
  // An incomplete day is not asked about.
  fireEvent.change(screen.getByLabelText('Um aluno matriculado em'), { target: { value: '' } })
  expect(await screen.findByText(refusals.farMoment)).toBeTruthy()
  // The saved rule is asked about again.
  fireEvent.change(screen.getByLabelText('Um aluno matriculado em'), { target: { value: '2026-12-01T08:30' } })
  await waitFor(() => expect(asked.length).toBe(before + 1))
  await userEvent.type(await subtitle(), 'x')
  await waitFor(() => expect(asked.length).toBe(before + 2))
})

it('keeps a workload that says no time as it was typed, until the next visit too, and saves the rest', async () => {
  const { saves } = courseServer({ ...sampleCourse, workload_hours: 60 })
  await open()
  const field = await screen.findByLabelText('Carga horária')
  // The text changes at once: an empty workload is none, and is saved when the machine is slow to type on.
  fireEvent.change(field, { target: { value: 'bastante' } })
  await userEvent.type(await subtitle(), 'Do zero')
  await waitFor(() => expect(saves.at(-1)?.body).toMatchObject({ description_title: 'Do zero' }))
  expect(saves.filter(({ body }) => 'workload_text' in body || body.workload_hours === 0)).toEqual([])
  cleanup()
  await open()
  expect(await screen.findByLabelText('Carga horária')).toHaveProperty('value', 'bastante')
  expect(screen.getByText('Por exemplo: 1h30 ou 90 minutos')).toBeTruthy()
})

it('gives a course whose title was emptied its first one back', async () => {
  const { saves } = courseServer(sampleCourse)
  await open()
  const title = await screen.findByLabelText('Título do curso')
  await userEvent.clear(title)
  await userEvent.tab()
  expect(title).toHaveProperty('value', newCourseTitle)
  await waitFor(() => expect(saves.at(-1)?.body.title).toBe(newCourseTitle))
})

it('publishes once, however often the button is clicked', async () => {
  const { server } = courseServer(published)
  const publications = server.on(courses.publish, () => ({ degree: published, school: board }))
  await open()
  await userEvent.type(await subtitle(), 'Do zero')
  const button = await screen.findByRole('button', { name: 'Publicar alterações' })
  await userEvent.tripleClick(button)
  await screen.findByText('Alterações publicadas!')
  expect(publications).toHaveLength(1)
})

it('has a switch for each thing a course may be', async () => {
  const { saves } = courseServer(sampleCourse)
  await open()
  const names = (await screen.findAllByRole('switch')).map((each) => each.closest('.mantine-Switch-root')?.textContent)
  expect(
    names.map((name) => name?.match(/^(Visível|Privado|Comentários|Liberar módulos|Aulas em ordem)/)?.[0]),
  ).toEqual(['Visível', 'Privado', 'Comentários', 'Liberar módulos', 'Aulas em ordem'])
  await userEvent.click(screen.getByRole('switch', { name: /^Comentários/ }))
  await waitFor(() => expect(saves.at(-1)?.body.has_comments).toBe(false))
})
