import type { LessonFile } from '@escola/contract/lessons.contract'
import { messages } from '@escola/contract/messages'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { showScreen } from '../../../testing/show-screen.tsx'
import { FilesField } from './files-field.tsx'

let sent: FakeUpload[] = []
beforeEach(() => {
  sent = []
  vi.stubGlobal('XMLHttpRequest', FakeUpload)
})

/** An upload that ends when the test says so. */
class FakeUpload {
  upload: { onprogress?: (event: Partial<ProgressEvent>) => void } = {}
  status = 0
  responseText = ''
  name = ''
  onload = () => {}
  onerror = () => {}
  onabort = () => {}
  open() {}
  setRequestHeader() {}
  send(form: FormData) {
    this.name = (form.get('file') as File).name
    sent.push(this)
  }
  abort() {
    this.onabort()
  }
  answer(status: number, body: object) {
    this.status = status
    this.responseText = JSON.stringify(body)
    this.onload()
  }
  arrive() {
    const file = {
      id: this.name,
      title: this.name,
      filename: this.name,
      type: 'application/pdf',
      size: 5,
      location: '',
    }
    this.answer(200, { file_location: '', file })
  }
}
const upload = (name: string) => sent.findLast((each) => each.name === name)!
const pdf = (name: string) => new File(['%PDF-'], name)

async function open() {
  const counts: number[] = []
  let titles: string[] = []
  function Field() {
    const [files, setFiles] = useState<LessonFile[]>([])
    titles = files.map(({ title }) => title)
    return <FilesField files={files} onChange={setFiles} onUploads={(count) => counts.push(count)} />
  }
  await showScreen({ at: '/', route: '/', as: 'admin', show: () => <Field /> })
  const choose = async (...names: string[]) =>
    userEvent.upload(await screen.findByLabelText('Arquivos da aula'), names.map(pdf))
  return { choose, titles: () => titles, underWay: () => counts.at(-1) }
}

it('sends three at once, the others behind them, and lists them as they were chosen', async () => {
  const { choose, titles, underWay } = await open()
  await choose('a.pdf', 'b.pdf', 'c.pdf', 'd.pdf')
  expect(sent.map(({ name }) => name)).toEqual(['a.pdf', 'b.pdf', 'c.pdf'])
  expect(underWay()).toBe(4)
  act(() => upload('b.pdf').upload.onprogress?.({ lengthComputable: true, loaded: 2, total: 4 }))
  expect(screen.getByRole('progressbar', { name: 'Envio de b.pdf' })).toHaveProperty('ariaValueNow', '50')
  for (const name of ['c.pdf', 'a.pdf', 'b.pdf']) {
    await act(async () => upload(name).arrive())
  }
  await waitFor(() => expect(upload('d.pdf')).toBeDefined())
  await act(async () => upload('d.pdf').arrive())
  expect(titles()).toEqual(['a.pdf', 'b.pdf', 'c.pdf', 'd.pdf'])
  expect(underWay()).toBe(0)
  expect(screen.queryByRole('progressbar')).toBeNull()
})

it('lets one fail alone, and tries it again in its place', async () => {
  const { choose, titles, underWay } = await open()
  await choose('a.pdf', 'b.pdf')
  await act(async () => upload('a.pdf').onerror())
  expect((await screen.findByRole('alert')).textContent).toContain('Sem conexão')
  await act(async () => upload('b.pdf').arrive())
  expect(titles()).toEqual(['b.pdf'])
  expect(underWay()).toBe(0)
  await userEvent.click(screen.getByRole('button', { name: 'Tentar de novo o envio de a.pdf' }))
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Cancelar o envio de a.pdf')
  expect(screen.queryByRole('alert')).toBeNull()
  await act(async () => upload('a.pdf').arrive())
  expect(titles()).toEqual(['a.pdf', 'b.pdf'])
})

it('says why a file was refused, and does not send the same again', async () => {
  const { choose } = await open()
  await choose('a.pdf')
  await act(async () => upload('a.pdf').answer(400, { code: 'invalid_file', message: 'Invalid file' }))
  await screen.findByRole('alert')
  expect(screen.queryByRole('button', { name: /Tentar de novo/ })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Descartar a.pdf' }))
  expect(screen.queryByText('a.pdf')).toBeNull()
  expect(document.activeElement?.textContent).toContain('Solte arquivos aqui')
})

it('opens the choice of files by Enter and by Space', async () => {
  await open()
  let opened = 0
  const input = await screen.findByLabelText('Arquivos da aula')
  input.addEventListener('click', () => opened++)
  screen.getByRole('button', { name: /Solte arquivos aqui/ }).focus()
  await userEvent.keyboard('{Enter}')
  await userEvent.keyboard(' ')
  expect(opened).toBe(2)
})

it('stops a file that is on its way', async () => {
  const { choose, titles, underWay } = await open()
  await choose('a.pdf', 'b.pdf')
  await userEvent.click(screen.getByRole('button', { name: 'Cancelar o envio de a.pdf' }))
  await waitFor(() => expect(underWay()).toBe(1))
  expect(screen.queryByText('a.pdf')).toBeNull()
  await act(async () => upload('b.pdf').arrive())
  expect(titles()).toEqual(['b.pdf'])
})

it('refuses what is 30 MB or more by its name, and takes the rest', async () => {
  await open()
  const large = pdf('grande.pdf')
  Object.defineProperty(large, 'size', { value: 30 * 1024 * 1024 })
  await userEvent.upload(await screen.findByLabelText('Arquivos da aula'), [large, pdf('b.pdf')])
  await screen.findByText(messages.fileTooLarge('grande.pdf'))
  expect(sent.map(({ name }) => name)).toEqual(['b.pdf'])
})
