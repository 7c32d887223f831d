import { learning } from '@escola/contract/learning.contract'
import { messages } from '@escola/contract/messages'
import { questionSent, type Thread, type ThreadPage, threads } from '@escola/contract/threads.contract'
import { done } from '@escola/contract/wire'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { fail, fakeServer } from '../../testing/fake-server.ts'
import { showPage } from '../../testing/show-app.tsx'
import { student } from '../../testing/show-screen.tsx'
import { content, degree, summary } from '../learning/sample-course.ts'

const question: Thread = {
  id: '5',
  user_id: student.id,
  user_name: student.name,
  profile_img_url: '',
  message: '<p>Por quê?</p>',
  subthreads: [],
  is_answered: false,
  content_link: 'nos',
  content_title: 'Nós',
  degree_link: 'vela',
  degree_title: 'Vela',
  utc_created_on: '2026-05-02T12:00:00.000Z',
}
const answer = {
  id: '6',
  user_id: '9',
  user_name: 'Bia Lima',
  profile_img_url: '',
  message: '<p>Porque sim.</p>',
  is_admin: true,
  utc_created_on: '2026-05-03T12:00:00.000Z',
}
const pageOf = (list: Thread[], more: Partial<ThreadPage> = {}): ThreadPage => ({
  total: list.length,
  page: 1,
  rowsPerPage: 20,
  threads: list,
  ...more,
})
const someoneElse = { user_id: '71', user_name: 'Rita Moraes' }
const courses = [
  { id: '3', title: 'Vela' },
  { id: '4', title: 'Remo' },
]
/** Keeps an unsent text of this student about a thing. */
const kept = (thing: string, html: string) => localStorage.setItem(`escola.unsaved.7.70.${thing}`, JSON.stringify(html))

const lessonWith = (list: Thread[], has_comments = true) => {
  const server = fakeServer()
  const lesson = { link: 'nos', title: 'Nós' }
  server.on(learning.lesson, () => ({
    degree: degree([summary('1', lesson)], { has_comments }),
    content: content('1', lesson),
  }))
  server.on(threads.ofLesson, () => pageOf(list))
  return server
}

it('shows what was asked about a lesson, and lets the asker alone take back what has no answer', async () => {
  await showPage(
    lessonWith([
      question,
      { ...question, id: '6', is_answered: true, subthreads: [answer] },
      { ...question, ...someoneElse, id: '7' },
      { ...question, id: '8', subthreads: [answer, { ...answer, id: '9', is_admin: false }] },
    ]),
    '/c/vela/nos',
    'student',
  )
  const [own, answered, others, goneOn] = await screen.findAllByRole('article', { name: /^Pergunta de/ })
  expect(within(own!).getByRole('button', { name: 'Excluir' })).toBeTruthy()
  expect(within(answered!).queryByRole('button', { name: /^Excluir/ })).toBeNull()
  expect(within(answered!).getByText('Porque sim.')).toBeTruthy()
  expect(within(others!).queryByRole('button')).toBeNull()
  expect(within(goneOn!).queryByRole('button', { name: /^Excluir/ })).toBeNull()
})

it('sends a question that was kept on this device, and forgets it then', async () => {
  const server = lessonWith([])
  const calls = server.on(threads.ask, () => fail('unavailable'))
  kept('question.vela.nos', '<p>Por quê?</p>')
  await showPage(server, '/c/vela/nos', 'student')
  expect(await screen.findByText(messages.noQuestions)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Fazer uma pergunta' }))
  const box = await screen.findByRole('textbox', { name: 'Sua pergunta' })
  await waitFor(() => expect(document.activeElement).toBe(box))
  const send = screen.getByRole('button', { name: 'Enviar' })
  await userEvent.click(send)
  expect(await screen.findByText(/Estamos voltando/)).toBeTruthy()
  expect(localStorage.getItem('escola.unsaved.7.70.question.vela.nos')).toBe('"<p>Por quê?</p>"')
  server.on(threads.ask, () => pageOf([question]))
  await userEvent.click(send)
  expect(await screen.findByRole('article', { name: `Pergunta de ${student.name}` })).toBeTruthy()
  expect(calls[0]).toMatchObject({ body: { message: '<p>Por quê?</p>' }, query: { degreeLink: 'vela' } })
  expect(localStorage.getItem('escola.unsaved.7.70.question.vela.nos')).toBeNull()
  const said = questionSent('Escola do Mar')
  expect(screen.getByText(said).role).toBe('status')
  const again = screen.getByRole('button', { name: 'Fazer uma pergunta' })
  expect(document.activeElement).toBe(again)
  await userEvent.click(again)
  expect(screen.queryByText(said)).toBeNull()
  await userEvent.click(await screen.findByRole('button', { name: 'Cancelar' }))
  expect(document.activeElement?.textContent).toBe('Fazer uma pergunta')
})

it('hands the focus on from a question that is deleted, and back from a reply that is called off', async () => {
  const server = lessonWith([question, { ...question, id: '6' }])
  server.on(threads.remove, ({ params }) => pageOf(params.threadId === '5' ? [{ ...question, id: '6' }] : []))
  await showPage(server, '/c/vela/nos', 'student')
  const focused = () => document.activeElement?.textContent
  await userEvent.click((await screen.findAllByRole('button', { name: 'Responder' }))[0]!)
  await userEvent.click(await screen.findByRole('button', { name: 'Cancelar' }))
  expect(focused()).toBe('Responder')
  const remove = async () => {
    await userEvent.click(screen.getAllByRole('button', { name: 'Excluir' })[0]!)
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText('A sua pergunta será excluída.')).toBeTruthy()
    await userEvent.click(dialog.getByRole('button', { name: 'Excluir' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  }
  await remove()
  await waitFor(() => expect(focused()).toBe('Excluir'))
  await remove()
  expect(await screen.findByText(messages.noQuestions)).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')))
})

it('offers bold, list and link alone on a phone', async () => {
  const wide = window.matchMedia
  vi.stubGlobal('matchMedia', (query: string) => ({ ...wide(query), matches: query.includes('max-width') }))
  await showPage(lessonWith([]), '/c/vela/nos', 'student')
  await userEvent.click(await screen.findByRole('button', { name: 'Fazer uma pergunta' }))
  const tools = within(await screen.findByRole('toolbar', { name: 'Formatação: Sua pergunta' }))
  expect(tools.getAllByRole('button').map(({ ariaLabel }) => ariaLabel)).toEqual(['Negrito', 'Lista', 'Link'])
})

it('says that a question waits unsent, as long as there is one', async () => {
  kept('question.vela.nos', '<p>Por quê?</p>')
  await showPage(lessonWith([]), '/c/vela/nos', 'student')
  const button = await screen.findByRole('button', { name: 'Fazer uma pergunta' })
  expect(screen.getByText('Você tem uma pergunta não enviada')).toBeTruthy()
  expect(button.getAttribute('aria-describedby')).toBe(screen.getByText('Você tem uma pergunta não enviada').id)
  await userEvent.click(button)
  const box = await screen.findByRole('textbox', { name: 'Sua pergunta' })
  expect(screen.queryByText('Você tem uma pergunta não enviada')).toBeNull()
  await userEvent.clear(box)
  await userEvent.click(screen.getByRole('button', { name: 'Cancelar' }))
  expect(screen.queryByText('Você tem uma pergunta não enviada')).toBeNull()
})

it('turns the pages of a long list, and comes back to the first with a question of its own', async () => {
  const server = lessonWith([])
  const many = { total: 21 }
  const calls = server.on(threads.ofLesson, ({ query }) =>
    query.page === '2'
      ? pageOf([{ ...question, message: '<p>A mais antiga</p>' }], { ...many, page: 2 })
      : pageOf([question], many),
  )
  server.on(threads.ask, () => pageOf([{ ...question, id: '30', message: '<p>A mais nova</p>' }], { total: 22 }))
  kept('question.vela.nos', '<p>A mais nova</p>')
  await showPage(server, '/c/vela/nos', 'student')
  await userEvent.click(await screen.findByRole('button', { name: 'Página 2' }))
  expect(await screen.findByText('A mais antiga')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Fazer uma pergunta' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Enviar' }))
  const asked = within(await screen.findByRole('article', { name: /^Pergunta de/ }))
  expect(await asked.findByText('A mais nova')).toBeTruthy()
  // The second page has changed since.
  await userEvent.click(screen.getByRole('button', { name: 'Página 2' }))
  await waitFor(() => expect(calls.map(({ query }) => query.page)).toEqual(['1', '2', '2']))
})

it.each(['', '<p></p>', '<p>&nbsp;</p>'])('sends no question like %j', async (html) => {
  const server = lessonWith([])
  if (html) kept('question.vela.nos', html)
  await showPage(server, '/c/vela/nos', 'student')
  await userEvent.click(await screen.findByRole('button', { name: 'Fazer uma pergunta' }))
  expect(screen.queryByText('Você tem uma pergunta não enviada')).toBeNull()
  expect(await screen.findByRole('button', { name: 'Enviar' })).toHaveProperty('disabled', true)
})

it('asks nothing where the course takes no questions', async () => {
  await showPage(lessonWith([], false), '/c/vela/nos', 'student')
  await screen.findByRole('heading', { name: 'Nós' })
  // The questions of another course would take this long to come.
  await new Promise((resolve) => setTimeout(resolve, 1100))
  expect(screen.queryByRole('heading', { name: 'Perguntas' })).toBeNull()
})

it('gives an administrator what waits, to be answered or deleted', async () => {
  const server = fakeServer()
  server.on(threads.list, () => ({ ...pageOf([{ ...question, ...someoneElse }]), courses }))
  const replies = server.on(threads.reply, () => ({ ...pageOf([]), reply_id: '60' }))
  kept('reply.5', '<p>Porque sim.</p>')
  await showPage(server, '/comunidade', 'admin')
  const card = within(await screen.findByRole('article', { name: 'Pergunta de Rita Moraes' }))
  expect(card.getByRole('link', { name: 'Vela · Nós' })).toHaveProperty('pathname', '/mar/c/vela/nos')
  expect(card.getByRole('button', { name: 'Excluir a pergunta de Rita Moraes' })).toBeTruthy()
  await userEvent.click(card.getByRole('button', { name: 'Responder a Rita Moraes' }))
  await userEvent.click(await card.findByRole('button', { name: 'Enviar' }))
  await waitFor(() => expect(screen.getByText(messages.noWaitingQuestions)).toBeTruthy())
  expect(await screen.findByText('Resposta enviada. Rita Moraes recebe por e-mail.')).toBeTruthy()
  expect(replies[0]).toMatchObject({
    body: { message: '<p>Porque sim.</p>' },
    query: { degreeLink: 'vela', page: '1', admin: '1' },
  })
})

it('hands the focus on from a question that is answered, and to the page from the last one', async () => {
  const server = fakeServer()
  const waiting = ['5', '6', '7'].map((id) => ({ ...question, ...someoneElse, id }))
  const left = (gone: string) => waiting.filter(({ id }) => !gone.includes(id))
  server.on(threads.list, () => ({ ...pageOf(waiting), courses }))
  for (const { id } of waiting) kept(`reply.${id}`, '<p>Porque sim.</p>')
  await showPage(server, '/comunidade', 'admin')
  await screen.findAllByRole('article')
  const buttons = () => screen.getAllByRole('button', { name: /^Responder a / })
  const answer = async (at: number, gone: string) => {
    server.on(threads.reply, () => ({ ...pageOf(left(gone)), reply_id: '60' }))
    await userEvent.click(buttons()[at]!)
    await userEvent.click(await screen.findByRole('button', { name: 'Enviar' }))
    await waitFor(() => expect(screen.queryAllByRole('article')).toHaveLength(left(gone).length))
  }
  await answer(1, '6')
  await waitFor(() => expect(document.activeElement).toBe(buttons()[1]))
  await answer(1, '67')
  await waitFor(() => expect(document.activeElement).toBe(buttons()[0]))
  await answer(0, '567')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')))
})

it('opens a question of a phone in a sheet, and hands the focus on when it is answered', async () => {
  const known = window.matchMedia
  vi.stubGlobal('matchMedia', (media: string) => ({ ...known(media), matches: media.includes('47.99em') }))
  const server = fakeServer()
  const waiting = ['5', '6'].map((id) => ({ ...question, ...someoneElse, id, message: `<p>Por quê ${id}?</p>` }))
  server.on(threads.list, () => ({ ...pageOf(waiting), courses }))
  kept('reply.5', '<p>Porque sim.</p>')
  await showPage(server, '/comunidade', 'admin')
  expect(await screen.findByRole('cell', { name: 'Por quê 6?' })).toBeTruthy()
  const openers = () => within(screen.getByRole('table')).getAllByRole('button')
  const answer = async (left: Thread[]) => {
    server.on(threads.reply, () => ({ ...pageOf(left), reply_id: '60' }))
    await userEvent.click(openers()[0]!)
    const sheet = within(await screen.findByRole('dialog', { name: 'Pergunta' }))
    await userEvent.click(await sheet.findByRole('button', { name: /^Responder a / }))
    await userEvent.click(await sheet.findByRole('button', { name: 'Enviar' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  }
  await answer(waiting.slice(1))
  await waitFor(() => expect(document.activeElement).toBe(openers()[0]))
  kept('reply.6', '<p>Porque sim.</p>')
  await answer([])
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')))
})

it('takes an answer back, and gives its text back to the field', async () => {
  const server = fakeServer()
  const asked = { ...question, ...someoneElse }
  server.on(threads.list, () => ({ ...pageOf([asked]), courses }))
  server.on(threads.reply, () => ({ ...pageOf([]), reply_id: '60' }))
  const undone = server.on(threads.undo, () => done)
  kept('reply.5', '<p>Porque sim.</p>')
  await showPage(server, '/comunidade', 'admin')
  await userEvent.click(await screen.findByRole('button', { name: /^Responder a / }))
  await userEvent.click(await screen.findByRole('button', { name: 'Enviar' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Desfazer' }))
  const box = await screen.findByRole('textbox', { name: 'Sua resposta' })
  expect(box.textContent || (box as HTMLTextAreaElement).value).toContain('Porque sim.')
  expect(undone).toMatchObject([{ params: { contentLink: 'nos', threadId: '5', replyId: '60' } }])
})

it('finds questions by state, course and words, and keeps them in the address', async () => {
  const server = fakeServer()
  const calls = server.on(threads.list, ({ query }) => ({ ...pageOf(query.search ? [] : [question]), courses }))
  const { at } = await showPage(server, '/comunidade?course=4', 'admin')
  expect(await screen.findByRole('combobox', { name: 'Curso' })).toHaveProperty('value', 'Remo')
  await userEvent.click(screen.getByRole('link', { name: 'Respondidas' }))
  await waitFor(() => expect(at()).toBe('/comunidade?state=answered&course=4'))
  await userEvent.setup({ delay: null }).type(await screen.findByRole('searchbox'), 'sova')
  expect(await screen.findByText('Nenhuma pergunta respondida encontrada.')).toBeTruthy()
  expect(calls.at(-1)!.query).toMatchObject({ state: 'answered', course: '4', search: 'sova' })
  await userEvent.click(screen.getByRole('link', { name: 'Limpar os filtros' }))
  await waitFor(() => expect(at()).toBe('/comunidade?state=answered'))
})
