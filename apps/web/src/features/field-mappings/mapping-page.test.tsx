import { domains } from '@escola/contract/domains.contract'
import {
  fieldMappings,
  type MappingDraft,
  mappingLabels,
  mappingMessages,
  outcomeLabels,
  type Preview,
} from '@escola/contract/field-mappings.contract'
import type { ResponseOf } from '@escola/contract/route'
import { done } from '@escola/contract/wire'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { fakeServer } from '../../testing/fake-server.ts'
import { showPage } from '../../testing/show-app.tsx'
import { sayPreview } from './mapping-words.ts'

type Loaded = ResponseOf<typeof fieldMappings.get>

const bare: Loaded = {
  title: 'Loja da Bia',
  proof: { kind: 'bearer' },
  utc_refused_on: '2026-03-02T12:00:00.000Z',
  mapping: null,
  suggestion: { fields: {}, outcomes: [] },
  samples: [],
  waiting: 0,
}
const sampled: Loaded = {
  ...bare,
  waiting: 2,
  suggestion: { fields: { email: ['pessoa', 'contato'] }, outcomes: [] },
  samples: [
    {
      id: '5',
      utc_created_on: '2026-03-02T12:00:00.000Z',
      is_cut: false,
      fields: [
        { path: ['acao'], text: 'vendeu' },
        { path: ['pedido'], text: '1001' },
        { path: ['pessoa', 'contato'], text: 'maria@example.com' },
        { path: ['itens', '*', 'sku'], text: '9' },
      ],
    },
  ],
}
const preview: Preview = {
  ...{ id: '5', value: 'vendeu', outcome: 'paid', name: 'Maria', email: 'maria@example.com', product_ids: ['9'] },
  ...{ transaction: '1001', school_gateways: ['Turma de verão'], lacks: [] },
}

async function open(loaded: Loaded) {
  const server = fakeServer()
  server.on(fieldMappings.get, () => loaded)
  server.on(domains.get, () => ({
    ...{ domain: null, txt_value: '', target: 't', platform_url: 'https://plataforma.example/' },
  }))
  // The value is known once its field is chosen, and means what was said of it, as on the server.
  server.on(fieldMappings.preview, ({ body }) => {
    const { fields, outcomes } = body as MappingDraft
    const value = fields.event ? 'vendeu' : ''
    const outcome = outcomes.find((each) => each.value === value)?.outcome ?? null
    const lacks = value ? [] : (['event'] as const)
    return {
      previews: [{ ...preview, value, outcome, lacks: [...lacks] }],
      values: value ? [{ value, unknown: 2, suggestion: null, mixed: null }] : [],
    }
  })
  await showPage(server, '/vendas/contas/31')
  await screen.findByRole('heading', { level: 1, name: 'Campos de Loja da Bia' })
  return server
}
const listNamed = (name: string) => within(screen.getByRole('list', { name }))

it('waits for a sample, with the address that the platform needs', async () => {
  await open(bare)
  expect(screen.getByText('Esperando um exemplo')).toBeTruthy()
  expect(screen.getByText(/^Um aviso chegou em 02\/03\/2026, 09:00 e foi recusado/)).toBeTruthy()
  const address = screen.getByLabelText('Endereço do webhook') as HTMLInputElement
  await waitFor(() => expect(address.value).toBe('https://plataforma.example/webhook/7/other'))
})

it('takes the meaning of each field and value by clicks, and says what the sample would do', async () => {
  const server = await open(sampled)
  const saves = server.on(fieldMappings.save, () => done)
  const say = async (leaf: RegExp, meaning: string) => {
    await userEvent.click(listNamed('Campos do aviso').getByRole('button', { name: leaf }))
    const dialog = within(await screen.findByRole('dialog', { name: 'O que este campo diz?' }))
    await userEvent.click(dialog.getByRole('button', { name: meaning }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  }
  expect(listNamed('Campos escolhidos').getByText('pessoa › contato (maria@example.com)')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Salvar' }))
  expect(await screen.findByText(mappingMessages.event)).toBeTruthy()
  expect(screen.getByText(mappingMessages.paid)).toBeTruthy()
  await say(/^acao: vendeu/, mappingLabels.event)
  expect(screen.queryByText(mappingMessages.event)).toBeNull()
  await say(/^pedido: 1001/, mappingLabels.transaction)
  await say(/^sku: 9/, mappingLabels.offer_ids)
  await say(/^sku: 9/, mappingLabels.product_ids)
  await userEvent.click(screen.getByRole('button', { name: `Limpar ${mappingLabels.offer_ids}` }))
  expect(listNamed('Campos escolhidos').getByText('itens › cada um › sku (9)')).toBeTruthy()
  const results = listNamed('O que estes avisos fariam')
  expect(await results.findByText(/^Não sabemos o que “vendeu” quer dizer/)).toBeTruthy()
  await userEvent.selectOptions(await screen.findByLabelText('vendeu'), outcomeLabels.paid)
  expect(screen.getByText('2 avisos com este valor esperam')).toBeTruthy()
  expect(await results.findByText('Maria (maria@example.com) entra na turma “Turma de verão”.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Salvar' }))
  expect(await screen.findByText(/^Campos salvos! Os avisos que estavam esperando/)).toBeTruthy()
  expect(saves.map(({ body }) => body)).toEqual([
    {
      fields: {
        email: ['pessoa', 'contato'],
        event: ['acao'],
        transaction: ['pedido'],
        product_ids: ['itens', '*', 'sku'],
      },
      outcomes: [{ value: 'vendeu', outcome: 'paid' }],
    },
  ])
})

it.each<[Partial<Preview>, RegExp]>([
  [{ school_gateways: ['A', 'B'] }, /^Maria \(maria@example.com\) entra nas turmas “A” e “B”\.$/],
  [{ name: '', lacks: ['transaction'] }, /^maria@example.com entra .+ Falta o código da compra/],
  [{ email: '', lacks: ['email'] }, /^Maria espera em .+: falta um e-mail que funcione\.$/],
  [{ school_gateways: [] }, /nenhuma turma desta conta tem o produto 9\.$/],
  [{ lacks: ['product_ids'] }, /não entra: falta o código do produto\.$/],
  [{ outcome: 'refunded' }, /^Quem entrou sai: compra 1001\.$/],
  [{ outcome: 'subscription_ended' }, /^A assinatura termina: compra 1001\.$/],
  [{ outcome: 'canceled', lacks: ['transaction'] }, /^Falta o código da compra: não dá/],
  [{ outcome: 'ignored' }, /^Este aviso não muda nada\.$/],
  [{ lacks: ['event'] }, /^Não diz o que aconteceu/],
])('says of %j what it would do', (more, sentence) => expect(sayPreview({ ...preview, ...more })).toMatch(sentence))
