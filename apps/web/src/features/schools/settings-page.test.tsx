import { chargeMessages } from '@escola/contract/charges'
import { type DomainAnswer, domains, type OwnDomain } from '@escola/contract/domains.contract'
import { errors } from '@escola/contract/errors'
import { messages } from '@escola/contract/messages'
import { moneyOf } from '@escola/contract/money'
import { refusals } from '@escola/contract/refusals'
import { type School, schools } from '@escola/contract/schools.contract'
import { sessions } from '@escola/contract/sessions.contract'
import { ownDomainTitle, pageTitles } from '@escola/contract/titles'
import { done } from '@escola/contract/wire'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { fakeServer, refuse } from '../../testing/fake-server.ts'
import { showApp } from '../../testing/show-app.tsx'
import { contextOf } from '../../testing/show-screen.tsx'

const mine = contextOf('admin').school!
const waiting: OwnDomain = {
  domain: 'cursos.mar.com.br',
  state: 'waiting',
  problem: 'missing',
  needs_txt: false,
  utc_checked_on: '2026-03-01T12:00:00.000Z',
}
const answerOf = (domain: OwnDomain | null): DomainAnswer => ({
  domain,
  target: 'escolas.plataforma.example',
  txt_value: 'escola-verificacao=abc',
  platform_url: 'https://plataforma.example',
})

interface Setting {
  school?: Partial<School>
  domain?: OwnDomain | null
  /** Price of an own domain. */
  price?: string
}
async function open({ school = {}, domain = null, price = '0.50' }: Setting = {}) {
  const server = fakeServer()
  let now: School = { ...mine, ...school }
  server.on(domains.get, () => answerOf(domain))
  const saved = server.on(schools.update, ({ body }) => {
    now = { ...now, ...(body as Partial<School>) }
    return { school: now }
  })
  const shown = await showApp(server, '/config', () => {
    const context = contextOf('admin')
    return { ...context, school: now, resource: { ...context.resource, price_ssl: price } }
  })
  await screen.findByRole('heading', { name: pageTitles.settings })
  const type = async (label: string, text: string) => {
    const field = screen.getByLabelText(label)
    await userEvent.clear(field)
    if (text) await userEvent.type(field, text)
  }
  const save = () => userEvent.click(screen.getByRole('button', { name: 'Salvar' }))
  return { server, saved, type, save, bodies: () => saved.map(({ body }) => body), ...shown }
}

/** A server that answers a change once its user has proven who they are. */
function openProof(server: Awaited<ReturnType<typeof open>>['server']) {
  const proofs = server.on(sessions.prove, () => done)
  const answer = <T, N extends Parameters<typeof refuse>[0]>(change: () => T, refusal: N) =>
    proofs.length > 0 ? change() : refuse(refusal)
  return { proofs, answer }
}
const giveProof = async () => {
  const dialog = within(await screen.findByRole('dialog', { name: 'Confirme que é você' }))
  await userEvent.type(dialog.getByLabelText('Senha'), 'segredo1{Enter}')
}

describe('the settings', () => {
  it('send what was changed and nothing else, and say that it is saved', async () => {
    const { type, save, bodies } = await open({ school: { cellphone: '' } })
    expect(screen.getByRole('button', { name: 'Salvar' })).toHaveProperty('disabled', true)
    await type('Nome da escola', 'Escola do Rio')
    await userEvent.click(screen.getByRole('switch', { name: /^Ranking/ }))
    await save()
    expect(await screen.findByText(messages.settingsSaved)).toBeTruthy()
    expect(bodies()).toEqual([{ name: 'Escola do Rio', has_rank: true }])
    expect(screen.getByText('Tudo salvo.')).toBeTruthy()
    await userEvent.click(screen.getByRole('switch', { name: /^Ranking/ }))
    await save()
    await waitFor(() => expect(bodies()).toHaveLength(2))
    expect(bodies()[1]).toEqual({ has_rank: false })
  })

  it('keep the cursor where a number is corrected in the middle', async () => {
    await open({ school: { cellphone: '11912345678' } })
    const field = screen.getByLabelText<HTMLInputElement>('WhatsApp')
    await userEvent.type(field, '{Backspace}', { initialSelectionStart: 7, initialSelectionEnd: 7 })
    expect([field.value, field.selectionStart]).toEqual(['(11) 9234-5678', 6])
    // The hyphen would have to move, and the cursor with it: the number is formatted once it is typed to its end.
    await userEvent.type(field, '0', { initialSelectionStart: 11, initialSelectionEnd: 11 })
    expect([field.value, field.selectionStart]).toEqual(['(11) 9234-50678', 12])
  })

  it('do not take a value that is none, and say so beside its field', async () => {
    const { save, bodies } = await open()
    for (const [label, text, message] of [
      ['Nome da escola', 'Mar', 'Por favor, preencha o nome de sua área de membros, com pelo menos quatro letras'],
      ['E-mail', 'contato@', messages.settingsEmail],
      ['WhatsApp', '119123456', messages.settingsCellphone],
      ['Nome da assistente', 'Ana', messages.settingsAssistant],
      ['Código do Google Analytics', 'UA-12345-1', refusals.analyticsCode],
      ['Pixel do Facebook', 'meu pixel', refusals.facebookPixel],
      ['Link da escola', 'com espaço/barra', refusals.namespace],
      ['Link da escola', 'config', errors.url_taken.pt],
    ] as const) {
      const field = screen.getByLabelText<HTMLInputElement>(label)
      const { value } = field
      fireEvent.change(field, { target: { value: text } })
      await save()
      expect(await screen.findByText(message), text).toBeTruthy()
      expect([bodies(), document.activeElement]).toEqual([[], field])
      fireEvent.change(field, { target: { value } })
    }
  })

  it('take a domain alone for a link while the own domain is on', async () => {
    const own = { ...waiting, state: 'active', problem: null } as const
    const { type, save, bodies } = await open({ school: { use_own_domain: true, link: own.domain }, domain: own })
    await type('Link da escola', 'mar')
    await save()
    expect(await screen.findByText(messages.settingsDomain)).toBeTruthy()
    await type('Link da escola', 'ead.mar.com.br')
    await save()
    // The one that is in use is left at once.
    const question = await screen.findByRole('dialog', { name: messages.areYouSure })
    expect(within(question).getByText(/deixa de abrir em cursos\.mar\.com\.br agora/)).toBeTruthy()
    await userEvent.click(within(question).getByRole('button', { name: 'Cancelar' }))
    expect(bodies()).toEqual([])
    expect(screen.getByLabelText('Link da escola')).toHaveProperty('value', 'ead.mar.com.br')
    await save()
    const again = await screen.findByRole('dialog', { name: messages.areYouSure })
    await userEvent.click(within(again).getByRole('button', { name: 'Trocar de domínio' }))
    await waitFor(() => expect(bodies()).toEqual([{ link: 'ead.mar.com.br', use_own_domain: true }]))
  })

  it('keep what was typed when it cannot be saved', async () => {
    const { server, type, save } = await open()
    server.on(schools.update, () => refuse('schoolLinkTaken'))
    await type('Link da escola', 'rio-grande')
    await save()
    expect(await screen.findByText(errors.url_taken.pt)).toBeTruthy()
    expect(screen.getByLabelText('Link da escola')).toHaveProperty('value', 'rio-grande')
    expect(screen.getByText('Há alterações que ainda não foram salvas.')).toBeTruthy()
  })

  it('ask for a proof before the school moves, and keep what was typed until it is given', async () => {
    const { server, type, save } = await open()
    const { proofs, answer } = openProof(server)
    const saved = server.on(schools.update, ({ body: { link = '' } }) =>
      answer(() => ({ school: { ...mine, link } }), 'schoolLinkUnproven'),
    )
    await type('Link da escola', 'rio-grande')
    await save()
    await screen.findByRole('dialog', { name: 'Confirme que é você' })
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(screen.getByLabelText('Link da escola')).toHaveProperty('value', 'rio-grande')
    expect([screen.queryByRole('alert'), proofs]).toEqual([null, []])
    await save()
    await giveProof()
    expect(await screen.findByText(messages.settingsSaved)).toBeTruthy()
    expect(saved.map(({ body }) => body.link)).toEqual(['rio-grande', 'rio-grande', 'rio-grande'])
  })

  it('warn an administrator who leaves with changes that are not saved', async () => {
    const { router, type, at, save } = await open()
    await type('Nome da escola', 'Escola do Rio')
    await act(async () => void router.navigate({ to: '/cursos' }))
    const dialog = await screen.findByRole('dialog')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Cancelar' }))
    expect(at()).toBe('/config')
    expect(screen.getByLabelText('Nome da escola')).toHaveProperty('value', 'Escola do Rio')
    await save()
    await screen.findByText(messages.settingsSaved)
    await act(async () => void router.navigate({ to: '/escolas' }))
    await waitFor(() => expect(at()).toBe('/escolas'))
  })

  it('say what privacy does to visitors before it is saved', async () => {
    await open()
    expect(screen.queryByText(/^Ao salvar, visitantes deixam de ver/)).toBeNull()
    await userEvent.click(screen.getByRole('switch', { name: /^Escola privada/ }))
    expect(screen.getByText(/^Ao salvar, visitantes deixam de ver/)).toBeTruthy()
    await userEvent.click(screen.getByRole('switch', { name: /^Escola privada/ }))
    expect(screen.queryByText(/^Ao salvar/)).toBeNull()
  })
})

describe('the own domain', () => {
  it.each([50, 0])(
    'says beside its switch that it costs %d cents, and nothing where it costs nothing',
    async (cents) => {
      await open({ price: moneyOf(cents) })
      const said = screen.getByText(/^A escola abre num endereço só seu/).textContent
      expect(said.replace(/^.*HTTPS\./, '').trim()).toBe(chargeMessages.domain(cents))
    },
  )

  it('is switched on again, however long it is', async () => {
    const domain = `${'escola-de-navegacao-'.repeat(3)}.com.br`.replace('-.', '.')
    const { save, bodies } = await open({ domain: { ...waiting, domain, state: 'active', problem: null } })
    await userEvent.click(screen.getByRole('switch', { name: /^Usar domínio próprio/ }))
    await save()
    await waitFor(() => expect(bodies()).toEqual([{ link: domain, use_own_domain: true }]))
  })

  it('is asked for when it is switched on and there is none yet, and says how it has to point', async () => {
    const { server, saved } = await open()
    const claims = server.on(domains.claim, () => answerOf(waiting))
    await userEvent.click(screen.getByRole('switch', { name: /^Usar domínio próprio/ }))
    const dialog = await screen.findByRole('dialog', { name: ownDomainTitle })
    expect(within(dialog).getByText(chargeMessages.domain(50))).toBeTruthy()
    expect(within(dialog).getByText('escolas.plataforma.example')).toBeTruthy()
    expect(within(dialog).getByText('_escola.cursos')).toBeTruthy()
    expect(within(dialog).getByText('escola-verificacao=abc')).toBeTruthy()
    expect(within(dialog).getByText(/^Este registro só é necessário se o endereço já aponta/)).toBeTruthy()
    const field = within(dialog).getByLabelText('Endereço do domínio')
    await userEvent.type(field, 'mar')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Cadastrar domínio' }))
    expect(await within(dialog).findByText(messages.settingsDomain)).toBeTruthy()
    await userEvent.clear(field)
    await userEvent.type(field, 'Cursos.Mar.com.br')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Cadastrar domínio' }))
    expect(await within(dialog).findByText('aguardando DNS')).toBeTruthy()
    expect(within(dialog).getByText(/^Este endereço ainda não existe no DNS/)).toBeTruthy()
    expect(within(dialog).getByText('_escola.cursos.mar.com.br')).toBeTruthy()
    expect(within(dialog).getByText('Este registro não é necessário para o seu endereço.')).toBeTruthy()
    expect(claims.map(({ body }) => body)).toEqual([{ url: 'Cursos.Mar.com.br' }])
    server.on(domains.check, () => answerOf({ ...waiting, state: 'active', problem: null }))
    await userEvent.click(within(dialog).getByRole('button', { name: 'Verificar agora' }))
    expect(await within(dialog).findByText('ativo')).toBeTruthy()
    expect(within(dialog).queryByText('TXT')).toBeNull()
    expect(saved).toHaveLength(0)
  })

  it('says that its TXT record is missing where it needs one', async () => {
    await open({ domain: { ...waiting, problem: 'unproven', needs_txt: true } })
    await userEvent.click(screen.getByRole('button', { name: 'Ver domínio' }))
    const dialog = await screen.findByRole('dialog', { name: 'Domínio próprio' })
    expect(within(dialog).getByText(/Falta o registro TXT abaixo/)).toBeTruthy()
    expect(within(dialog).getByText(/^Este registro é necessário: o endereço já apontava/)).toBeTruthy()
    expect(within(dialog).getByText('escola-verificacao=abc')).toBeTruthy()
  })

  it('is claimed once its user has proven who they are, and its dialog stays meanwhile', async () => {
    const { server } = await open()
    const { answer } = openProof(server)
    const claims = server.on(domains.claim, () => answer(() => answerOf(waiting), 'domainUnproven'))
    await userEvent.click(screen.getByRole('button', { name: 'Cadastrar domínio' }))
    const dialog = within(await screen.findByRole('dialog', { name: ownDomainTitle }))
    await userEvent.type(dialog.getByLabelText('Endereço do domínio'), 'cursos.mar.com.br{Enter}')
    await screen.findByRole('dialog', { name: 'Confirme que é você' })
    await userEvent.keyboard('{Escape}')
    expect(dialog.getByLabelText('Endereço do domínio')).toHaveProperty('value', 'cursos.mar.com.br')
    await userEvent.click(dialog.getByRole('button', { name: 'Cadastrar domínio' }))
    await giveProof()
    expect(await dialog.findByText('aguardando DNS')).toBeTruthy()
    expect(claims).toHaveLength(3)
  })

  it('is removed once it was asked whether one is sure', async () => {
    const { server } = await open({ domain: { ...waiting, state: 'broken', problem: 'elsewhere' } })
    const removed = server.on(domains.remove, () => {
      server.on(domains.get, () => answerOf(null))
      return { ok: true as const }
    })
    await userEvent.click(screen.getByRole('button', { name: 'Ver domínio' }))
    const dialog = await screen.findByRole('dialog', { name: ownDomainTitle })
    expect(within(dialog).getByText('com problema')).toBeTruthy()
    await userEvent.click(within(dialog).getByRole('button', { name: 'Remover domínio' }))
    const question = await screen.findByRole('dialog', { name: messages.areYouSure })
    expect(removed).toHaveLength(0)
    await userEvent.click(within(question).getByRole('button', { name: 'Remover domínio' }))
    expect(await within(dialog).findByLabelText('Endereço do domínio')).toBeTruthy()
    expect(removed).toHaveLength(1)
  })
})
