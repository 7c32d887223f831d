import { bulkChanges } from '@escola/contract/bulk-changes.contract'
import { chargeMessages } from '@escola/contract/charges'
import { dayMs, minuteMs } from '@escola/contract/durations'
import { errors } from '@escola/contract/errors'
import { undoTexts } from '@escola/contract/import-texts'
import { type Import, type ImportUndo, imports } from '@escola/contract/imports.contract'
import { moves } from '@escola/contract/moves.contract'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { fail, fakeServer } from '../../testing/fake-server.ts'
import { showScreen } from '../../testing/show-screen.tsx'
import { ConfirmHost } from '../../ui/questions/confirm.ts'
import { ImportHistory } from './import-history.tsx'

it('says that the imports could not be loaded, and tries again', async () => {
  const server = fakeServer()
  server.on(imports.list, () => fail('unavailable'))
  await showScreen({
    at: '/turma/3',
    route: '/turma/3',
    as: 'admin',
    show: () => <ImportHistory cohortId="3" action={null} />,
  })
  expect(await screen.findByRole('heading', { name: 'Importações' })).toBeTruthy()
  expect(await screen.findByText(errors.unavailable.pt)).toBeTruthy()
  server.on(imports.list, () => ({ imports: [] }))
  server.on(moves.latest, () => ({ move: null }))
  await userEvent.click(screen.getByRole('button', { name: 'Tentar novamente' }))
  expect(await screen.findByText('Nenhuma importação nesta turma')).toBeTruthy()
})

it('leaves refused rows put away when the administrator comes back', async () => {
  const entry: Import = {
    id: '5',
    school_gateway_id: '3',
    filename: 'turma.csv',
    total_students: 1,
    status: 'done',
    processed: 1,
    created: 0,
    enrolled: 0,
    unchanged: 0,
    refused: 1,
    renews: false,
    failure: null,
    utc_created_on: new Date().toISOString(),
    utc_finished_on: new Date().toISOString(),
    undo: null,
  }
  const server = fakeServer()
  server.on(imports.list, () => ({ imports: [entry] }))
  const refusals = [{ line: 2, name: 'Ana', email: '', cellphone: '', reason: 'no_email' as const }]
  server.on(imports.get, () => ({ import: entry, refusals }))
  const open = () =>
    showScreen({
      at: '/turma/3',
      route: '/turma/3',
      as: 'admin',
      show: () => <ImportHistory cohortId="3" action={null} />,
    })
  await open()
  expect(await screen.findByRole('table', { name: 'Linhas recusadas de turma.csv' })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Esconder recusados' }))
  expect(screen.queryByRole('table')).toBeNull()
  cleanup()
  await open()
  await userEvent.click(await screen.findByRole('button', { name: 'Ver recusados' }))
  expect(await screen.findByRole('table', { name: 'Linhas recusadas de turma.csv' })).toBeTruthy()
})

describe('undoing', () => {
  const done: Import = {
    id: '5',
    school_gateway_id: '3',
    filename: 'turma.csv',
    total_students: 10_000,
    status: 'done',
    processed: 10_000,
    created: 10_000,
    enrolled: 10_000,
    unchanged: 0,
    refused: 0,
    renews: false,
    failure: null,
    utc_created_on: new Date().toISOString(),
    utc_finished_on: new Date().toISOString(),
    undo: null,
  }
  const history = () => (
    <>
      <ImportHistory cohortId="3" action={null} />
      <ConfirmHost />
    </>
  )
  const show = (entry: Import) => {
    const server = fakeServer()
    server.on(imports.list, () => ({ imports: [entry] }))
    return {
      server,
      shown: showScreen({ at: '/turma/3', route: '/turma/3', as: 'admin', show: history }),
    }
  }
  const undone: ImportUndo = {
    status: 'done',
    total: 10_000,
    left: 9812,
    kept: 188,
    utc_finished_on: new Date().toISOString(),
  }

  it('asks with its numbers, the focus on the way back, and then says how many it left', async () => {
    const { server, shown } = show(done)
    await shown
    server.on(imports.undoForecast, () => ({
      leaving: 9812,
      staying: 188,
      forsaken: 7,
      returned: '3.00',
      charged: '178.00',
    }))
    const undos = server.on(imports.undo, () => {
      server.on(imports.list, () => ({ imports: [{ ...done, undo: undone }] }))
      return { import: { ...done, undo: { ...undone, status: 'running' as const } } }
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Desfazer importação' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText(/^9\.812 alunos saem da turma e perdem o acesso que ela dá\. 188 continuam/)).toBeTruthy()
    const { textContent } = dialog.getByText(/continua aluno da escola/)
    expect(textContent).toContain('7 pessoas só vieram por ela e nunca entraram')
    expect(textContent).toContain(`${chargeMessages.returns(300)}${chargeMessages.stays(17_800)}`)
    await expect.poll(() => document.activeElement?.textContent).toBe('Cancelar')
    await userEvent.click(dialog.getByRole('button', { name: 'Desfazer importação' }))
    const text = /9\.812 alunos saíram da turma; 188 continuam, porque têm acesso por outro motivo/
    expect(await screen.findByText(text)).toBeTruthy()
    expect(undos).toHaveLength(1)
    expect(await screen.findByText(undoTexts.forsaken(7))).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Desfazer importação' })).toBeNull()
    expect(document.activeElement).toBe(screen.getByRole('article', { name: 'Importação de turma.csv' }))
  })

  it('offers to erase students that it has left in the school, with the numbers of this moment', async () => {
    const { server, shown } = show({ ...done, undo: undone })
    server.on(imports.undoForecast, () => ({ leaving: 0, staying: 0, forsaken: 7, returned: '0.00', charged: '0.00' }))
    await shown
    const none = { with_access: 0, seen: 0, buyers: 0, certified: 0, administrators: 0 }
    const asked = server.on(bulkChanges.erasure, () => ({ erasure: { total: 7, ...none, charged: '7.00' } }))
    const started = server.on(bulkChanges.start, () => {
      server.on(imports.undoForecast, () => ({
        leaving: 0,
        staying: 0,
        forsaken: 0,
        returned: '0.00',
        charged: '0.00',
      }))
      const counts = { total: 7, done: 0, changed: 0, unchanged: 0 }
      const refused = { cohort_full: 0, enrollment_closed: 0, administrators: 0, mail_limit: 0 }
      const begun = { id: '1', action: 'erase' as const, is_cohort_gone: false, title: '', utc_ended_on: null }
      return { bulk: { ...begun, ...counts, refused } }
    })
    await userEvent.click(await screen.findByRole('button', { name: /^Apagar da escola: / }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Apagar 7 alunos da escola?' }))
    dialog.getByText(/Nenhum entrou na escola até hoje\. Os R\$\s7,00 já cobrados neste mês não voltam/)
    await expect.poll(() => document.activeElement?.textContent).toBe('Cancelar')
    await userEvent.click(dialog.getByRole('button', { name: 'Apagar da escola' }))
    await waitFor(() => expect(screen.queryByText(undoTexts.forsaken(7))).toBeNull())
    expect([asked, started].map((calls) => calls.map(({ body }) => body))).toEqual([
      [{ import_id: '5' }],
      [{ action: 'erase', import_id: '5', confirmed: 7 }],
    ])
  })

  it('is offered for seven days, and only where the import gave something', async () => {
    const endedAgo = (ms: number) => ({ ...done, utc_finished_on: new Date(Date.now() - ms).toISOString() })
    await show(endedAgo(7 * dayMs - minuteMs)).shown
    expect(await screen.findByRole('button', { name: 'Desfazer importação' })).toBeTruthy()
    for (const entry of [endedAgo(7 * dayMs), { ...done, enrolled: 0, created: 0 }]) {
      cleanup()
      await show(entry).shown
      expect(await screen.findByText(/já matriculados/)).toBeTruthy()
      expect(screen.queryByRole('button', { name: 'Desfazer importação' })).toBeNull()
    }
  })

  it('shows how far it is, and can be tried again when it failed', async () => {
    const server = fakeServer()
    server.on(imports.list, () => ({ imports: [{ ...done, undo: { ...undone, status: 'failed' as const } }] }))
    await showScreen({
      at: '/turma/3',
      route: '/turma/3',
      as: 'admin',
      show: () => <ImportHistory cohortId="3" action={null} />,
    })
    expect((await screen.findByRole('alert')).textContent).toMatch(/Tente de novo: nada se repete/)
    expect(screen.getByRole('button', { name: 'Desfazer importação' })).toBeTruthy()
  })
})
