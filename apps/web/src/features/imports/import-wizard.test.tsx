import { errors } from '@escola/contract/errors'
import { imports } from '@escola/contract/imports.contract'
import { messages } from '@escola/contract/messages'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { fail, fakeServer } from '../../testing/fake-server.ts'
import { showScreen } from '../../testing/show-screen.tsx'
import { ImportButton } from './import-button.tsx'
import { ImportForecast } from './import-forecast.tsx'

async function choose(content: string | Uint8Array<ArrayBuffer> | File) {
  const server = fakeServer()
  const forecasts = server.on(imports.forecast, () => ({ created: 1, joining: 0, unchanged: 0, mails: 1 }))
  await showScreen({
    at: '/turma/3',
    route: '/turma/$id',
    as: 'admin',
    show: ({ id }) => <ImportButton cohort={{ id: id!, opens: 1 }} />,
  })
  await userEvent.click(screen.getByRole('button', { name: 'Importar alunos' }))
  const input = await screen.findByLabelText('Arquivo de alunos')
  await userEvent.upload(input, content instanceof File ? content : new File([content], 'alunos.csv'))
  return { server, forecasts }
}

it('says before it starts which students are in already and how many mails leave', async () => {
  const { server, forecasts } = await choose('nome;e-mail\nAna Maria;ANA@exemplo.com\nBruno Dias;bruno@\n')
  expect(await screen.findByText('1 e-mail será enviado')).toBeTruthy()
  expect(screen.getByText('1 pessoa nova na escola')).toBeTruthy()
  expect(forecasts.map(({ body }) => body)).toEqual([{ school_gateway_id: '3', emails: ['ana@exemplo.com'] }])

  server.on(imports.forecast, () => ({ created: 0, joining: 2, unchanged: 1200, mails: 0 }))
  await userEvent.click(screen.getByRole('button', { name: 'Escolher outro arquivo' }))
  await userEvent.upload(await screen.findByLabelText('Arquivo de alunos'), new File(['ana@exemplo.com'], 'outro.csv'))
  expect(await screen.findByText('Nenhum e-mail será enviado')).toBeTruthy()
  expect(
    screen.getByText('2 alunos da escola entram na turma · 1.200 já estão na turma e ficam como estão'),
  ).toBeTruthy()
})

it('starts all the same when that cannot be said, and asks again', async () => {
  const server = fakeServer()
  server.on(imports.forecast, () => fail('unavailable'))
  await showScreen({
    at: '/turma/3',
    route: '/turma/$id',
    as: 'admin',
    show: () => <ImportForecast cohortId="3" emails={['ana@exemplo.com']} />,
  })
  expect(await screen.findByText(/A importação funciona do mesmo jeito/)).toBeTruthy()
  server.on(imports.forecast, () => ({ created: 0, joining: 1, unchanged: 0, mails: 1 }))
  await userEvent.click(screen.getByRole('button', { name: 'Tentar novamente' }))
  expect(await screen.findByText('1 aluno da escola entra na turma')).toBeTruthy()
})

it('puts refused rows away, and shows many of them a page at a time', async () => {
  await choose(`e-mail\nana@exemplo.com\n${'bruno@\n'.repeat(5000)}`)
  const table = await screen.findByRole('table', { name: 'Linhas com problema' })
  expect(within(table).getAllByRole('row')).toHaveLength(11)
  await userEvent.click(screen.getByRole('button', { name: 'Esconder recusados' }))
  expect(screen.queryByRole('table', { name: 'Linhas com problema' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Ver recusados' }))
  expect(screen.getByRole('table', { name: 'Linhas com problema' })).toBeTruthy()
})

it('shows what a file holds before anything is sent', async () => {
  await choose('nome;e-mail\nANA maria;ana@exemplo.com\nBruno Dias;bruno@\nCarla Reis;ANA@exemplo.com\n')
  expect(await screen.findByRole('button', { name: 'Importar 1 aluno' })).toBeTruthy()
  const good = within(screen.getByRole('table', { name: 'Primeiros alunos do arquivo' }))
  expect(good.getByRole('cell', { name: 'Ana Maria' })).toBeTruthy()
  const bad = within(screen.getByRole('table', { name: 'Linhas com problema' }))
    .getAllByRole('row')
    .slice(1)
  expect(
    bad.map((row) =>
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    ),
  ).toEqual([
    ['3', 'bruno@', errors.invalid_email.pt],
    ['4', 'ANA@exemplo.com', 'E-mail repetido no arquivo'],
  ])
})

it('says which names are made of the e-mail, and which are none', async () => {
  await choose('nome;e-mail\n;maria.silva@exemplo.com\nEva;eva@exemplo.com\n')
  expect(await screen.findByText(/1 aluno sem nome no arquivo/)).toBeTruthy()
  expect(screen.getByRole('cell', { name: 'Maria Silva (do e-mail)' })).toBeTruthy()
  const bad = within(screen.getByRole('table', { name: 'Linhas com problema' })).getAllByRole('row')[1]!
  expect(
    within(bad)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  ).toEqual(['3', 'Eva', 'Nome com menos de 4 letras'])
  expect(screen.getByText('Corrija o arquivo e escolha-o de novo, ou siga sem ela.')).toBeTruthy()
})

it('says that a file could not be read', async () => {
  vi.stubGlobal(
    'Worker',
    class {
      postMessage() {}
      terminate() {}
    },
  )
  const file = new File(['ana@exemplo.com'], 'alunos.csv')
  file.arrayBuffer = () => Promise.reject(new DOMException('moved', 'NotReadableError'))
  await choose(file)
  expect((await screen.findByRole('alert')).textContent).toMatch(/pode ter sido movido ou estar aberto em outro/)
})

it.each([
  ['no e-mails', 'nome\nAna', messages.importNoEmail('alunos.csv')],
  ['a spreadsheet', Uint8Array.of(0x50, 0x4b, 3, 4), /Esse arquivo é uma planilha/],
])('says why a file with %s cannot be imported, and takes another', async (_, content, text) => {
  await choose(content)
  expect((await screen.findByRole('alert')).textContent).toMatch(text)
  const input = screen.getByLabelText('Arquivo de alunos')
  await userEvent.upload(input, new File(['ana@exemplo.com'], 'outro.csv'))
  expect(await screen.findByRole('button', { name: 'Importar 1 aluno' })).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

it('says that an import did not begin to an administrator who closed its dialog meanwhile', async () => {
  const requests: XMLHttpRequest[] = []
  vi.stubGlobal(
    'XMLHttpRequest',
    class {
      upload = {}
      open() {}
      setRequestHeader() {}
      send() {
        requests.push(this as never)
      }
    },
  )
  await choose('ana@exemplo.com')
  await userEvent.click(await screen.findByRole('button', { name: 'Importar 1 aluno' }))
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  requests[0]!.onerror?.(new ProgressEvent('error'))
  expect(await screen.findByText(/^A importação de alunos.csv não começou. Sem conexão/)).toBeTruthy()
})
