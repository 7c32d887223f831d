import { chargeMessages } from '@escola/contract/charges'
import { errors } from '@escola/contract/errors'
import { importTexts } from '@escola/contract/import-texts'
import {
  type CheckedLine,
  type ImportCheck,
  type ImportRow,
  imports,
  type RowVerdict,
} from '@escola/contract/imports.contract'
import { messages } from '@escola/contract/messages'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { fail, fakeServer } from '../../testing/fake-server.ts'
import { showScreen } from '../../testing/show-screen.tsx'
import { ImportButton } from './import-button.tsx'

/** An import that costs nothing. */
const nothing = { cost: '0.00', missing: '0.00' }
const free = { ...nothing, renewing: nothing }

const verdictsOf = (rows: ImportRow[], verdict: RowVerdict): CheckedLine[] =>
  rows.map(({ line }) => ({ line, verdict }))

const beginPaying = vi.fn()

/** Sends no upload, and lists where they would go. */
function holdUploads() {
  const opened: URL[] = []
  vi.stubGlobal(
    'XMLHttpRequest',
    class {
      upload = {}
      open(_method: string, url: string) {
        opened.push(new URL(url, location.href))
      }
      setRequestHeader() {}
      send() {}
    },
  )
  return opened
}

async function openDialog(cost: () => Pick<ImportCheck, 'cost' | 'missing' | 'renewing'> = () => free) {
  const server = fakeServer()
  const checks = server.on(imports.check, ({ body }) => ({
    rows: verdictsOf(body.rows as ImportRow[], 'new'),
    mails: body.rows.length,
    ...cost(),
  }))
  await showScreen({
    at: '/turma/3',
    route: '/turma/$id',
    as: 'admin',
    show: ({ id }) => (
      <ImportButton
        cohort={{ id: id!, opens: 1 }}
        onPay={beginPaying}
        payment={({ missing, onPaid }) => (
          <button type="button" onClick={() => void onPaid()}>{`Pagar ${missing}`}</button>
        )}
      />
    ),
  })
  await userEvent.click(screen.getByRole('button', { name: 'Importar alunos' }))
  return { server, checks }
}
async function openWizard(...cost: Parameters<typeof openDialog>) {
  const opened = await openDialog(...cost)
  await screen.findByLabelText('Arquivo de alunos')
  return opened
}
async function choose(content: string | Uint8Array<ArrayBuffer> | File) {
  const opened = await openWizard()
  const file = content instanceof File ? content : new File([content], 'alunos.csv')
  await userEvent.upload(screen.getByLabelText('Arquivo de alunos'), file)
  return opened
}
const paste = async (text: string) => {
  await userEvent.click(screen.getByLabelText('Colar lista'))
  await userEvent.paste(text)
  await userEvent.click(screen.getByRole('button', { name: 'Ver a lista' }))
}
const filter = (name: RegExp) =>
  within(screen.getByRole('group', { name: 'Mostrar as linhas' })).getByRole('button', { name })
const cellsOf = (table: string) =>
  within(screen.getByRole('table', { name: table }))
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    )

it('says of each row what becomes of it, and filters by that', async () => {
  const { server, checks } = await openWizard()
  const verdicts: RowVerdict[] = ['new', 'known', 'here', 'refused']
  server.on(imports.check, ({ body }) => ({
    rows: body.rows.map(({ line }, at) => ({ line, verdict: verdicts[at]! })),
    mails: 2,
    ...free,
  }))
  const file =
    'nome;e-mail\nAna Maria;ANA@exemplo.com\nBruno Dias;bruno@exemplo.com\nCaio Reis;caio@exemplo.com\nDora Lins;dora@\n'
  await userEvent.upload(screen.getByLabelText('Arquivo de alunos'), new File([file], 'alunos.csv'))
  expect(await screen.findByText('2 e-mails serão enviados')).toBeTruthy()
  const text = '1 pessoa nova na escola · 1 aluno da escola entra na turma · 1 já está na turma e fica como está'
  expect(screen.getByText(text)).toBeTruthy()
  expect(checks).toHaveLength(0)
  expect(filter(/^Prontos: 3/).getAttribute('aria-pressed')).toBe('true')
  expect(cellsOf('Alunos do arquivo').map((cells) => cells.at(-1))).toEqual([
    'Novo na escola',
    'Já é da escola',
    'Já está na turma',
  ])
  await userEvent.click(filter(/^Já estão na turma: 1/))
  expect(cellsOf('Alunos do arquivo').map((cells) => cells[1]!.trim())).toEqual(['Caio Reis'])
  await userEvent.click(filter(/^Recusados: 1/))
  expect(cellsOf('Linhas com problema')).toEqual([['5', 'dora@', errors.invalid_email.pt]])
})

it('says who finds no place in the class, and counts them as refused', async () => {
  const { server } = await openWizard()
  const full = { verdict: 'refused', reason: 'cohort_full' } as const
  server.on(imports.check, ({ body }) => ({
    rows: body.rows.map(({ line }, at) => (at === 0 ? { line, verdict: 'new' as const } : { line, ...full })),
    mails: 1,
    ...free,
  }))
  await paste('ana@exemplo.com\nbruno@exemplo.com\ncaio@exemplo.com')
  expect(await screen.findByText(`${importTexts.turnedAway(2, 'cohort_full')}.`)).toBeTruthy()
  expect(screen.getByText('linhas serão recusadas').parentElement!.textContent).toBe('2linhas serão recusadas')
  expect(screen.getByRole('button', { name: 'Importar 1 aluno' })).toBeTruthy()
  expect(cellsOf('Alunos do arquivo').map((cells) => cells.at(-1))).toEqual(['Novo na escola'])
  await userEvent.click(filter(/^Ficam de fora: 2/))
  expect(cellsOf('Alunos do arquivo').map((cells) => cells[2])).toEqual(['bruno@exemplo.com', 'caio@exemplo.com'])
})

it('counts no student as turned away before the server has seen the corrected list', async () => {
  const { server } = await openWizard()
  const full = { verdict: 'refused', reason: 'cohort_full' } as const
  server.on(imports.check, ({ body }) => ({
    rows: body.rows.map(({ line, email }) => ({ line, ...full, suggestion: email.replace('gmial', 'gmail') })),
    mails: 0,
    ...free,
  }))
  await paste('ana@gmial.com\nana@gmail.com')
  expect(await screen.findByText(`${importTexts.turnedAway(2, 'cohort_full')}.`)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Importar 0 alunos' }).hasAttribute('disabled')).toBe(true)
  const waiting = Promise.withResolvers<ImportCheck>()
  server.on(imports.check, () => waiting.promise)
  await userEvent.click(screen.getByRole('button', { name: 'Trocar por ana@gmail.com' }))
  expect(await screen.findByRole('button', { name: 'Importar 1 aluno' })).toBeTruthy()
  expect(filter(/^Prontos: 1/)).toBeTruthy()
  waiting.resolve({ rows: [{ line: 1, ...full }], mails: 0, ...free })
  expect(await screen.findByRole('button', { name: 'Importar 0 alunos' })).toBeTruthy()
})

it('starts all the same when that cannot be said, and asks again', async () => {
  const { server } = await openWizard()
  server.on(imports.check, () => fail('unavailable'))
  await paste('ana@exemplo.com')
  expect(await screen.findByText(/A importação funciona do mesmo jeito/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Importar 1 aluno' }).hasAttribute('disabled')).toBe(false)
  server.on(imports.check, () => ({ rows: [{ line: 1, verdict: 'known' as const }], mails: 0, ...free }))
  await userEvent.click(screen.getByRole('button', { name: 'Tentar novamente' }))
  expect(await screen.findByText('1 aluno da escola entra na turma')).toBeTruthy()
  expect(screen.getByText('Nenhum e-mail será enviado')).toBeTruthy()
})

it('says what the students cost, and does not start what the balance cannot pay', async () => {
  const { server } = await openWizard()
  const row = { line: 1, verdict: 'new' as const }
  server.on(imports.check, () => ({
    rows: [row],
    mails: 1,
    cost: '12.00',
    missing: '2.50',
    renewing: { cost: '12.00', missing: '2.50' },
  }))
  await paste('ana@exemplo.com')
  expect(await screen.findByText(new RegExp(chargeMessages.missing(1200, 950).replace(/[$.]/g, '\\$&')))).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Importar 1 aluno' }).hasAttribute('disabled')).toBe(true)
})

it('pays what is missing in its dialog, keeps the list over a reload meanwhile, and offers it no more once it is sent', async () => {
  let isPaid = false
  const lacking = { cost: '12.00', missing: '2.50' }
  const costOf = () => (isPaid ? { ...free, cost: '12.00' } : { ...lacking, renewing: lacking })
  const reload = () => {
    cleanup()
    return openDialog(costOf)
  }
  await openWizard(costOf)
  await paste('Ana Maria; ana@exemplo.com')
  expect(sessionStorage).toHaveLength(0)
  await userEvent.click(await screen.findByRole('button', { name: 'Pagar agora' }))
  expect(beginPaying).toHaveBeenCalledOnce()
  expect(screen.getByRole('button', { name: 'Pagar 250' })).toBeTruthy()

  await reload()
  const pay = await screen.findByRole('button', { name: 'Pagar 250' })
  expect(screen.getByRole('cell', { name: 'ana@exemplo.com' })).toBeTruthy()
  isPaid = true
  await userEvent.click(pay)
  expect(await screen.findByText(chargeMessages.cost(1200))).toBeTruthy()
  await waitFor(() => expect(document.activeElement?.querySelector('table')).toBeTruthy())
  const sent = holdUploads()
  await userEvent.click(screen.getByRole('button', { name: 'Importar 1 aluno' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  await reload()
  expect(await screen.findByLabelText('Arquivo de alunos')).toBeTruthy()
  expect(screen.queryByRole('cell', { name: 'ana@exemplo.com' })).toBeNull()
})

it('renews those who are in the class only when it is asked to, and says what that costs', async () => {
  const { server } = await openWizard()
  server.on(imports.check, () => ({
    rows: [{ line: 1, verdict: 'here' as const }],
    mails: 0,
    ...nothing,
    renewing: { cost: '1.00', missing: '1.00' },
  }))
  const opened = holdUploads()
  await paste('ana@exemplo.com')
  expect(await screen.findByText(importTexts.here(1, false))).toBeTruthy()
  const renews = screen.getByRole('checkbox', { name: importTexts.renews })
  const start = screen.getByRole('button', { name: 'Importar 1 aluno' })
  await userEvent.click(renews)
  expect(screen.getByText(importTexts.here(1, true))).toBeTruthy()
  expect(start.hasAttribute('disabled')).toBe(true)
  await userEvent.click(renews)
  await userEvent.click(start)
  await waitFor(() => expect(opened.map(({ searchParams }) => searchParams.get('renews'))).toEqual(['false']))
})

it('says what the students cost where the balance pays for them', async () => {
  const { server } = await openWizard()
  server.on(imports.check, () => ({
    rows: [{ line: 1, verdict: 'new' as const }],
    mails: 1,
    cost: '1.00',
    missing: '0.00',
    renewing: { cost: '1.00', missing: '0.00' },
  }))
  await paste('ana@exemplo.com')
  expect(await screen.findByText(chargeMessages.cost(100))).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Importar 1 aluno' }).hasAttribute('disabled')).toBe(false)
})

it('offers other addresses one by one or all at once, and sends what was accepted', async () => {
  const { server } = await openWizard()
  const checks = server.on(imports.check, ({ body }) => ({
    rows: body.rows.map(({ line, email }) => ({
      line,
      verdict: 'new' as const,
      ...(email.endsWith('@gmial.com') && { suggestion: email.replace('gmial', 'gmail') }),
    })),
    mails: body.rows.length,
    ...free,
  }))
  await paste('Ana Maria; ana@gmial.com\nBruno Dias; bruno@gmial.com\nCaio Reis; caio@gmial.com')
  expect(await screen.findByText('3 e-mails parecem ter erro de digitação')).toBeTruthy()
  expect(checks.at(-1)!.body.rows.map(({ email }) => email.trim())).toEqual([
    'ana@gmial.com',
    'bruno@gmial.com',
    'caio@gmial.com',
  ])
  await userEvent.click(screen.getByRole('button', { name: 'Trocar por bruno@gmail.com' }))
  expect(await screen.findByText('2 e-mails parecem ter erro de digitação')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Trocar todos (2)' }))
  await waitFor(() => expect(screen.queryByText(/erro de digitação/)).toBeNull())
  await waitFor(() =>
    expect(checks.at(-1)!.body.rows.map(({ email }) => email.trim())).toEqual([
      'ana@gmail.com',
      'bruno@gmail.com',
      'caio@gmail.com',
    ]),
  )
})

it('reads a column as it was mapped by hand', async () => {
  const { checks } = await choose('a;b;c\nana@exemplo.com;Ana Maria;reserva@exemplo.com\n')
  await screen.findByRole('button', { name: 'Importar 1 aluno' })
  await userEvent.click(screen.getByRole('button', { name: 'Ajustar colunas' }))
  const columns = within(screen.getByRole('region', { name: 'Colunas do arquivo' }))
  await userEvent.selectOptions(columns.getAllByRole('combobox')[2]!, 'E-mail')
  await waitFor(() => expect(checks.at(-1)!.body.rows.map(({ email }) => email)).toContain('reserva@exemplo.com'))
  expect(columns.getAllByRole<HTMLSelectElement>('combobox').map(({ value }) => value)).toEqual([
    'none',
    'name',
    'email',
  ])
})

it('offers no address for another column before the server has seen it', async () => {
  const { server } = await openWizard()
  server.on(imports.check, ({ body }) => ({
    rows: body.rows.map(({ line }) => ({ line, verdict: 'new' as const, suggestion: 'ana@gmail.com' })),
    mails: 1,
    ...free,
  }))
  const file = new File(['a;b;c\nana@gmial.com;Ana Maria;reserva@exemplo.com\n'], 'alunos.csv')
  await userEvent.upload(screen.getByLabelText('Arquivo de alunos'), file)
  expect(await screen.findByText(/erro de digitação/)).toBeTruthy()
  const waiting = Promise.withResolvers<ImportCheck>()
  const checks = server.on(imports.check, () => waiting.promise)
  await userEvent.click(screen.getByRole('button', { name: 'Ajustar colunas' }))
  const columns = within(screen.getByRole('region', { name: 'Colunas do arquivo' }))
  await userEvent.selectOptions(columns.getAllByRole('combobox')[2]!, 'E-mail')
  await waitFor(() => expect(checks).toHaveLength(1))
  expect(screen.queryByText(/erro de digitação/)).toBeNull()
  waiting.resolve({ rows: [{ line: 2, verdict: 'known' }], mails: 0, ...free })
  expect(await screen.findByText('1 aluno da escola entra na turma')).toBeTruthy()
})

it('keeps a pasted list when another one is chosen', async () => {
  await openWizard()
  await paste('"Ana Maria" <ana@exemplo.com>, bruno@exemplo.com')
  expect(await screen.findByRole('button', { name: 'Importar 2 alunos' })).toBeTruthy()
  expect(cellsOf('Alunos do arquivo').map((cells) => cells.slice(1, 3))).toEqual([
    ['Ana Maria ', 'ana@exemplo.com'],
    ['Bruno (do e-mail)', 'bruno@exemplo.com'],
  ])
  await userEvent.click(screen.getByRole('button', { name: 'Escolher outro arquivo' }))
  expect(screen.getByLabelText<HTMLTextAreaElement>('Colar lista').value).toContain('Ana Maria')
})

it('puts refused rows away, and shows many of them a page at a time', async () => {
  await choose(`e-mail\nana@exemplo.com\n${'bruno@\n'.repeat(5000)}`)
  await screen.findByRole('table', { name: 'Alunos do arquivo' })
  expect(screen.queryByRole('table', { name: 'Linhas com problema' })).toBeNull()
  await userEvent.click(filter(/^Recusados: 5\.000/))
  expect(within(screen.getByRole('table', { name: 'Linhas com problema' })).getAllByRole('row')).toHaveLength(11)
})

it('shows what a file holds before anything is sent', async () => {
  await choose('nome;e-mail\nANA maria;ana@exemplo.com\nBruno Dias;bruno@\nCarla Reis;ANA@exemplo.com\n')
  expect(await screen.findByRole('button', { name: 'Importar 1 aluno' })).toBeTruthy()
  expect(cellsOf('Alunos do arquivo')[0]).toContain('ana@exemplo.com')
  await userEvent.click(filter(/^Recusados: 2/))
  expect(cellsOf('Linhas com problema')).toEqual([
    ['3', 'bruno@', errors.invalid_email.pt],
    ['4', 'ANA@exemplo.com', 'E-mail repetido no arquivo'],
  ])
})

it('says which names are made of the e-mail, and which are none', async () => {
  await choose('nome;e-mail\n;maria.silva@exemplo.com\nEva;eva@exemplo.com\n')
  expect(await screen.findByText(/1 aluno sem nome no arquivo/)).toBeTruthy()
  expect(screen.getByRole('cell', { name: 'Maria Silva (do e-mail)' })).toBeTruthy()
  await userEvent.click(filter(/^Recusados: 1/))
  expect(cellsOf('Linhas com problema')).toEqual([['3', 'Eva', 'Nome com menos de 4 letras']])
  expect(screen.getByText('Corrija o arquivo e escolha-o de novo, ou siga sem a linha recusada.')).toBeTruthy()
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
  await waitFor(() => expect(requests).toHaveLength(1))
  requests[0]!.onerror?.(new ProgressEvent('error'))
  expect(await screen.findByText(/^A importação de alunos.csv não começou. Sem conexão/)).toBeTruthy()
})

it('keeps the list for an administrator who leaves to add balance, until it is sent or another is chosen', async () => {
  await choose('nome;e-mail\nAna Maria;ana@exemplo.com\n')
  const row = () => screen.findByRole('cell', { name: /Ana Maria/ })
  const reopen = () => userEvent.click(screen.getByRole('button', { name: 'Importar alunos' }))
  expect(await row()).toBeTruthy()
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await reopen()
  expect(await row()).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Escolher outro arquivo' }))
  await screen.findByLabelText('Arquivo de alunos')
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await reopen()
  expect(await screen.findByLabelText('Arquivo de alunos')).toBeTruthy()
})
