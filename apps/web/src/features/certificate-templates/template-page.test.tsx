import { categories } from '@escola/contract/categories.contract'
import { templateMessages } from '@escola/contract/certificate-template-texts'
import { type CertificateTemplate, certificateTemplates } from '@escola/contract/certificate-templates.contract'
import { errors } from '@escola/contract/errors'
import { pageTitles } from '@escola/contract/titles'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { fail, fakeServer } from '../../testing/fake-server.ts'
import { showPage } from '../../testing/show-app.tsx'

const template: CertificateTemplate = {
  id: '3',
  title: 'Certificado de conclusão',
  signatures: [{ name: 'Ana Prado', role: '', signature_key: null, signature_img: '' }],
  degrees: [],
  absent_degrees: [],
  all_degrees: true,
  is_automatic: true,
  kind: 'course',
  sum_hours: null,
  layout: 'classic',
  has_syllabus: true,
  min_days: 0,
  min_mark: null,
  shows_mark: false,
  utc_saved_on: '2026-11-20T12:00:00.000Z',
  issued: 4,
}

const others: CertificateTemplate[] = [
  { ...template, id: '5', title: 'Dos pães', all_degrees: false, degrees: ['1'] },
  { ...template, id: '2', title: 'Antigo' },
  { ...template, id: '6', title: 'Rascunho', utc_saved_on: null },
  { ...template, id: '7', title: 'Soma', kind: 'sum' },
]
const course = (id: string, title: string) => ({
  id,
  title,
  published: true,
  is_private: false,
  category: 'Cozinha',
  franchisor: '',
})
const degrees = [course('1', 'Pães'), course('2', 'Bolos'), course('3', 'Tortas')]

async function open(address: string, { students = 0, templates = [template], stale = 0 } = {}) {
  const server = fakeServer()
  server.on(categories.choices, () => ({ degrees }))
  const creations = server.on(certificateTemplates.create, () => ({ certificate: { ...template, id: '9' } }))
  const previews = server.on(certificateTemplates.preview, () => fail('unavailable'))
  const counts = server.on(certificateTemplates.countFinished, () => ({ students }))
  const reachings = server.on(certificateTemplates.countReaching, () => ({
    finished: 4,
    reaching: 3,
    has_exams: true,
  }))
  const saves: FormData[] = []
  vi.stubGlobal(
    'XMLHttpRequest',
    class {
      upload = {}
      status = 200
      responseText = ''
      onload = () => {}
      open() {}
      setRequestHeader() {}
      send(form: FormData) {
        saves.push(form)
        if (saves.length <= stale) {
          this.status = 409
          this.responseText = JSON.stringify({ code: 'stale_version', message: 'Changed since it was loaded' })
          this.onload()
          return
        }
        const certificate = { ...template, id: String(form.get('id')), utc_saved_on: '2026-11-21T12:00:00.000Z' }
        this.responseText = JSON.stringify({ certificate, issuing: students })
        this.onload()
      }
    },
  )
  server.on(certificateTemplates.list, () => ({
    certificateList: creations.length ? [{ ...template, id: '9' }, ...templates] : templates,
  }))
  const app = await showPage(server, address)
  return { ...app, creations, counts, previews, reachings, saves }
}
const save = () => userEvent.click(screen.getByRole('button', { name: 'Salvar' }))

it('shows the models with what they say, and makes none by opening the address of a new one', async () => {
  const { creations, saves, router } = await open('/certificados')
  expect(await screen.findByText('4 certificados emitidos')).toBeDefined()
  expect(screen.getByText('Todos os cursos')).toBeDefined()
  await userEvent.click(screen.getByRole('link', { name: 'Criar Modelo' }))
  const name = await screen.findByLabelText('Nome de quem assina')
  expect(router.history.location.pathname).toBe('/mar/certificado/criar')
  await userEvent.type(name, 'Rui')
  await save()
  expect(await screen.findByText(templateMessages.signer)).toBeDefined()
  expect([creations.length, saves.length]).toEqual([0, 0])
  await userEvent.type(name, ' Costa')
  await save()
  expect(await screen.findByText(templateMessages.saved)).toBeDefined()
  await waitFor(() => expect(router.history.location.pathname).toBe('/mar/certificado/9'))
  expect([creations.length, saves.length]).toEqual([1, 1])
  expect(saves[0]!.get('signatures')).toBe('[{"name":"Rui Costa","role":"","signature_key":null}]')
})

it('asks before a change is left that was made after a save', async () => {
  const { router, saves } = await open('/certificado/criar')
  // A save has been sent before it is answered, and the notice of an earlier one may still be there.
  const isSaved = (times: number) =>
    waitFor(() => {
      expect(saves).toHaveLength(times)
      expect(screen.getByRole('button', { name: 'Salvar' }).getAttribute('aria-busy')).toBeNull()
    })
  await userEvent.type(await screen.findByLabelText('Nome de quem assina'), 'Rui Costa')
  await save()
  await waitFor(() => expect(router.history.location.pathname).toBe('/mar/certificado/9'))
  expect(screen.queryByRole('dialog')).toBeNull()
  await userEvent.click(await screen.findByLabelText(/Conteúdo estudado no verso/))
  await userEvent.click(await screen.findByRole('link', { name: pageTitles.certificates }))
  const question = within(await screen.findByRole('dialog', { name: 'Sair sem salvar?' }))
  await userEvent.click(question.getByRole('button', { name: 'Cancelar' }))
  expect(router.history.location.pathname).toBe('/mar/certificado/9')
  await save()
  await isSaved(2)
  await userEvent.click(await screen.findByLabelText(/Conteúdo estudado no verso/))
  await userEvent.click(await screen.findByRole('link', { name: pageTitles.certificates }))
  const again = within(await screen.findByRole('dialog', { name: 'Sair sem salvar?' }))
  await userEvent.click(again.getByRole('button', { name: 'Cancelar' }))
  await save()
  await isSaved(3)
  await userEvent.click(await screen.findByRole('link', { name: pageTitles.certificates }))
  await waitFor(() => expect(router.history.location.pathname).toBe('/mar/certificados'))
})

it('draws what the form says anew after a change, and says so when that fails', async () => {
  const { previews, saves } = await open('/certificado/3')
  await userEvent.click(await screen.findByRole('radio', { name: 'Solene' }))
  await userEvent.click(screen.getByLabelText(/Conteúdo estudado no verso/))
  await waitFor(() =>
    expect(previews.at(-1)).toMatchObject({
      params: { id: '3' },
      body: { layout: 'solemn', has_syllabus: false, signatures: [{ name: 'Ana Prado' }] },
    }),
  )
  expect(
    await within(screen.getByRole('region', { name: 'Prévia' })).findByText(new RegExp(errors.unavailable.pt)),
  ).toBeDefined()
  await save()
  await waitFor(() => expect(saves).toHaveLength(1))
  expect([saves[0]!.get('layout'), saves[0]!.get('has_syllabus')]).toEqual(['solemn', 'false'])
})

it('asks before it issues for those who have finished, with how many they are', async () => {
  const { saves } = await open('/certificado/3', { students: 12 })
  await screen.findByLabelText('Nome de quem assina')
  await save()
  expect(await screen.findByText('12 alunos que já concluíram recebem o certificado e um e-mail agora.')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Cancelar' }))
  expect(saves).toHaveLength(0)
  await save()
  await userEvent.click(await screen.findByRole('button', { name: 'Salvar e emitir' }))
  await waitFor(() => expect(saves).toHaveLength(1))
})

it('asks for a mark, says how many reach it today, and prints it', async () => {
  const { saves, previews, reachings } = await open('/certificado/3')
  const field = await screen.findByLabelText('Nota mínima nas provas, em %')
  await userEvent.type(field, '70')
  expect(await screen.findByText('Alcançam essa nota hoje: 3 de 4 conclusões de curso.')).toBeDefined()
  expect(reachings.at(-1)).toMatchObject({ params: { id: '3' }, body: { min_mark: 70, all_degrees: true } })
  await userEvent.type(field, '0')
  await save()
  expect(await screen.findByText(templateMessages.minMark)).toBeDefined()
  expect(screen.queryByText(/Alcançam/)).toBeNull()
  await userEvent.clear(field)
  await userEvent.type(field, '65')
  await userEvent.click(screen.getByLabelText(/Nota no certificado/))
  await waitFor(() => expect(previews.at(-1)).toMatchObject({ body: { shows_mark: true } }))
  await save()
  await waitFor(() => expect(saves).toHaveLength(1))
  expect([saves[0]!.get('min_mark'), saves[0]!.get('shows_mark')]).toEqual(['65', 'true'])
})

it('says which of several models is a course’s, as the form stands', async () => {
  await open('/certificado/3', { templates: [template, ...others] })
  await screen.findByRole('note', { name: 'Qual modelo vale' })
  const lines = () =>
    within(screen.getByRole('note'))
      .getAllByText(/^Os? cursos? /)
      .map(({ textContent }) => textContent)
  expect(lines()).toEqual([
    'O curso Pães usa o modelo “Dos pães”, que é mais específico.',
    'Os cursos Bolos e Tortas usam este modelo, que é mais novo que “Antigo”.',
  ])
  await userEvent.click(screen.getByRole('switch', { name: /^Todos os cursos/ }))
  await userEvent.click(screen.getByRole('checkbox', { name: 'Bolos' }))
  await userEvent.click(screen.getByRole('checkbox', { name: 'Pães' }))
  expect(lines()).toEqual([
    'O curso Pães usa o modelo “Dos pães”, que é mais específico.',
    'O curso Bolos usa este modelo, que é mais específico que “Antigo”.',
  ])
})

it('asks before it replaces what another administrator has saved, and sends the moment of the last save', async () => {
  const { saves } = await open('/certificado/3', { stale: 1 })
  await screen.findByLabelText('Nome de quem assina')
  await save()
  const question = within(await screen.findByRole('dialog', { name: 'Salvar por cima?' }))
  expect(question.getByText(templateMessages.stale)).toBeDefined()
  await userEvent.click(question.getByRole('button', { name: 'Salvar os meus dados' }))
  expect(await screen.findByText(templateMessages.saved)).toBeDefined()
  await save()
  await waitFor(() => expect(saves).toHaveLength(3))
  expect(saves.map((form) => form.get('saved_on'))).toEqual([
    '2026-11-20T12:00:00.000Z',
    null,
    '2026-11-21T12:00:00.000Z',
  ])
})

it('says that a sum stands still, for which course and until when, and which courses are not in it yet', async () => {
  const sum: CertificateTemplate = {
    ...template,
    kind: 'sum',
    degrees: ['1', '2'],
    absent_degrees: [{ id: '2', title: 'Bolos', why: 'unpublished' }],
  }
  const gone: CertificateTemplate = {
    ...sum,
    id: '8',
    all_degrees: false,
    degrees: ['1'],
    absent_degrees: [{ id: '4', title: 'Cucas', why: 'gone' }],
  }
  const { router } = await open('/certificados', { templates: [sum, gone] })
  expect(await screen.findAllByText('parado')).toHaveLength(2)
  expect(screen.getByText('Juntos: Todos os cursos (2)')).toBeDefined()
  expect(screen.getByText('Juntos: Pães e Cucas')).toBeDefined()
  await router.navigate({ to: '/certificado/$certificateId', params: { certificateId: '3' } })
  expect(
    await screen.findByText(/não emite nada enquanto faltar.*“Bolos” \(não publicado\).*quando o curso voltar/),
  ).toBeDefined()
  expect(screen.getByText('Ainda não entram, até você salvar: Tortas.')).toBeDefined()
  await router.navigate({ to: '/certificado/$certificateId', params: { certificateId: '8' } })
  expect(await screen.findByText(/“Cucas” \(apagado\).*Ao salvar, o modelo fica sem “Cucas”\./)).toBeDefined()
})

it('ranks the models by what they were saved for, and says what fell out of one', async () => {
  const both: CertificateTemplate = {
    ...template,
    id: '8',
    title: 'Pães e cucas',
    all_degrees: false,
    degrees: ['1'],
    absent_degrees: [{ id: '4', title: 'Cucas', why: 'gone' }],
  }
  const own: CertificateTemplate = { ...template, all_degrees: false, degrees: ['1'] }
  const { router } = await open('/certificado/3', { templates: [both, own] })
  expect(
    await screen.findByText('O curso Pães usa este modelo, que é mais específico que “Pães e cucas”.'),
  ).toBeDefined()
  await router.navigate({ to: '/certificado/$certificateId', params: { certificateId: '8' } })
  expect(
    await screen.findByText(/também foi salvo para “Cucas” \(apagado\)\. Ao salvar de novo, ele fica sem esse curso/),
  ).toBeDefined()
})

it('sums several courses, on request from so many hours on', async () => {
  const { saves, counts } = await open('/certificado/3')
  await userEvent.click(await screen.findByRole('radio', { name: 'Vários cursos juntos' }))
  await userEvent.click(screen.getByRole('switch', { name: /^Todos os cursos/ }))
  await userEvent.click(screen.getByRole('checkbox', { name: 'Bolos' }))
  await save()
  expect(await screen.findByText(templateMessages.sumCourses)).toBeDefined()
  await userEvent.click(screen.getByRole('checkbox', { name: 'Pães' }))
  expect(screen.queryByLabelText(/^Horas para pedir/)).toBeNull()
  await userEvent.click(screen.getByRole('switch', { name: /^Emitir automaticamente/ }))
  const hours = screen.getByLabelText(/^Horas para pedir/)
  await userEvent.type(hours, '0')
  await save()
  expect(await screen.findByText(templateMessages.sumHours)).toBeDefined()
  await userEvent.clear(hours)
  await userEvent.type(hours, '40')
  await save()
  await waitFor(() => expect(saves).toHaveLength(1))
  const sent = ['kind', 'sum_hours', 'is_automatic', 'degrees'].map((name) => saves[0]!.get(name))
  expect(sent).toEqual(['sum', '40', 'false', '["2","1"]'])
  expect(counts.at(-1)!.body).toMatchObject({ kind: 'sum', degrees: ['2', '1'] })
})
