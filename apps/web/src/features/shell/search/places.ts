import { billingTitles } from '@escola/contract/billing-texts'
import type { Permission } from '@escola/contract/permissions'
import { teamLogTexts } from '@escola/contract/team-log.contract'
import { withoutAccents } from '@escola/contract/text'
import {
  accessLogTitle,
  bankAndPlansTitle,
  franchisesTitle,
  ownDataTitle,
  pageTitles,
  salesAccountsTitle,
  salesReportTitle,
  undeliveredMailsTitle,
} from '@escola/contract/titles'
import type { MenuEntry } from '../menu-entry.ts'

export interface Place extends Pick<MenuEntry, 'label' | 'to' | 'needs'> {
  /** Right that it takes beside that of its page. */
  may?: Permission
  /** Words by which the place is found beside its label. */
  words?: string
  description?: string
  params?: Record<string, string>
}

/** Acts, by the words that an administrator types for them. */
export const acts: Place[] = [
  {
    label: 'Adicionar aluno',
    to: '/alunos',
    words: 'matricular cadastrar novo',
    description: 'Em Meus alunos',
    may: 'cohorts',
  },
  {
    label: 'Importar alunos',
    to: '/alunos',
    words: 'planilha excel csv lista',
    description: 'Em Meus alunos',
    may: 'records',
  },
  { label: 'Criar curso', to: '/curso/$categoryId/novo', params: { categoryId: '0' }, words: 'novo adicionar' },
  { label: 'Criar turma', to: '/turma/criar', words: 'nova adicionar' },
  { label: 'Adicionar saldo', to: '/bank', words: 'pix cartão crédito comprar recarregar' },
  { label: 'Responder perguntas', to: '/comunidade', words: 'dúvidas fórum' },
  { label: 'Criar certificado', to: '/certificado/criar', words: 'novo modelo diploma', needs: 'has_certificate' },
  { label: 'Adicionar administrador', to: '/usuarios', words: 'equipe gerente', needs: 'has_multiple_users' },
]

/** Settings and other pages that the menu doesn't name. */
export const adminPlaces: Place[] = [
  {
    label: pageTitles.settings,
    to: '/config',
    words: 'configurações domínio endereço link whatsapp privada analytics pixel assistente recursos',
  },
  { label: pageTitles.design, to: '/design', words: 'cores tema logo aparência' },
  { label: salesAccountsTitle, to: '/vendas/contas', words: 'hotmart eduzz kiwify integração webhook token' },
  { label: salesReportTitle, to: '/vendas/relatorio', words: 'vendas csv planilha' },
  { label: bankAndPlansTitle, to: '/bank', words: 'extrato dinheiro' },
  { label: billingTitles.plans, to: '/planos', words: 'assinatura preço mensalidade' },
  { label: billingTitles.payments, to: '/bank/pagamentos', words: 'recibo cartão pix' },
  { label: 'Pontos da escola', to: '/pontos', words: 'trocar' },
  { label: undeliveredMailsTitle, to: '/config/emails', words: 'mensagens devolvidas' },
  { label: teamLogTexts.title, to: '/config/acessos/equipe', words: 'registro log histórico alterações' },
  { label: accessLogTitle, to: '/config/acessos', words: 'suporte registro' },
  { label: franchisesTitle, to: '/franquias', words: 'filial franqueador' },
]

/** Pages of the user's own account. */
export const ownPlaces: Place[] = [
  { label: pageTitles.account, to: '/minha-conta', words: 'nome foto telefone modo escuro cartão' },
  { label: 'Segurança', to: '/minha-conta/seguranca', words: 'senha chave dois fatores sessões' },
  { label: ownDataTitle, to: '/minha-conta/dados', words: 'privacidade lgpd cópia apagar' },
]

const wordsOf = (text: string) => withoutAccents(text).toLowerCase().split(/\s+/).filter(Boolean)

/** Places that have a word beginning with each word of a text. */
export function findPlaces<P extends Place>(places: P[], text: string): P[] {
  const asked = wordsOf(text)
  return places.filter(({ label, words = '' }) => {
    const known = wordsOf(`${label} ${words}`)
    return asked.every((each) => known.some((word) => word.startsWith(each)))
  })
}
