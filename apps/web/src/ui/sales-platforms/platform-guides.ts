import { labels } from '@escola/contract/labels'
import { isSoldByAddress, type SalesPlatformName } from '@escola/contract/sales'

interface Guide {
  /** The platform's own name for the code that proves that a message is its own. */
  codeLabel: string
  /** Steps to take there, in this order. */
  steps: string[]
  /** The school thinks up the code itself. */
  isCodeOurs?: boolean
}

/** Guide to platforms that take any token. */
const makeTokenGuide = (name: string): Guide => ({
  codeLabel: 'Código secreto',
  isCodeOurs: true,
  steps: [
    'Clique em “Gerar código”, abaixo, e copie o código.',
    `No painel da ${name}, crie um webhook e cole nele o endereço acima.`,
    'No campo do token ou segredo desse webhook, cole o código.',
    'Copie o código de cada produto que matricula nesta turma e cole abaixo.',
  ],
})

/** Guides that say which panel of each platform takes the address, and which values to bring back from there. */
export const platformGuides: Record<SalesPlatformName, Guide> = {
  hotmart: {
    codeLabel: 'Hottok',
    steps: [
      'Na Hotmart, abra Ferramentas › Webhook e crie uma configuração.',
      'Cole o endereço acima, escolha a versão 2.0.0 e marque os eventos de compra e de assinatura.',
      'Copie o Hottok, na mesma tela, e cole abaixo. Ele é o mesmo para a sua conta toda.',
      'Em Produtos, copie o ID de cada produto que matricula nesta turma e cole abaixo.',
    ],
  },
  eduzz: {
    codeLabel: 'Chave do webhook',
    steps: [
      'Na Eduzz, abra o painel de webhooks (v3), crie um webhook e cole o endereço acima.',
      'Marque os eventos de fatura e de contrato, e ative o webhook.',
      'Copie a chave do webhook e cole abaixo.',
      'Copie o ID de cada produto que matricula nesta turma e cole abaixo.',
    ],
  },
  octapay: {
    codeLabel: 'Chave única',
    steps: [
      'Na OctaPay, crie um postback para cada produto que matricula nesta turma e cole o endereço acima.',
      'Marque todos os status, para que reembolsos e cancelamentos cheguem também.',
      'Copie a chave única da sua conta e cole abaixo.',
      'Copie o código de cada produto ou plano e cole abaixo.',
    ],
  },
  mercadopago: {
    codeLabel: 'Assinatura secreta',
    steps: [
      'No Mercado Pago, abra Suas integrações e escolha a sua aplicação, ou crie uma.',
      'Em Webhooks › Configurar notificações, cole o endereço acima e marque o evento Pagamentos.',
      'Salve, copie a assinatura secreta e cole abaixo.',
      'Em Credenciais de produção, copie o access token e cole abaixo.',
    ],
  },
  kiwify: {
    codeLabel: 'Token do webhook',
    steps: [
      'Na Kiwify, abra Apps › Webhooks, crie um webhook e cole o endereço acima.',
      'Escolha todos os produtos e marque os eventos de compra, de reembolso e de assinatura.',
      'Copie o token do webhook e cole abaixo. Sem o token, não temos como saber que o webhook é seu.',
      'Copie o ID de cada produto que matricula nesta turma e cole abaixo.',
    ],
  },
  hubla: {
    codeLabel: 'Token da conta',
    steps: [
      'Na Hubla, abra Integrações › Webhook, crie uma regra e cole o endereço acima.',
      'Marque os eventos “Acesso concedido”, “Acesso removido” e “Fatura reembolsada”.',
      'Copie o token da sua conta, na mesma tela, e cole abaixo.',
      'Copie o ID de cada produto ou oferta que matricula nesta turma e cole abaixo.',
    ],
  },
  cakto: {
    codeLabel: 'Chave secreta do webhook',
    steps: [
      'Na Cakto, abra Integrações › Webhooks, crie um webhook e cole o endereço acima.',
      'Marque os eventos de compra aprovada, reembolso, chargeback e assinatura.',
      'Copie a chave secreta do webhook e cole abaixo.',
      'Copie o ID de cada produto ou oferta que matricula nesta turma e cole abaixo.',
    ],
  },
  ticto: {
    codeLabel: 'Token do webhook',
    steps: [
      'Na Ticto, crie um webhook da versão 2.0 e cole o endereço acima.',
      'Marque os eventos de venda realizada, reembolso, chargeback e assinatura.',
      'Copie o token do webhook e cole abaixo.',
      'Copie o ID de cada produto ou o código de cada oferta que matricula nesta turma e cole abaixo.',
    ],
  },
  kirvano: {
    codeLabel: 'Token do webhook',
    isCodeOurs: true,
    steps: [
      'Clique em “Gerar código”, abaixo, e copie o código.',
      'Na Kirvano, abra Integrações › Webhooks, crie um webhook e cole o endereço acima e, no campo do token, o código.',
      'Marque os eventos de venda, de reembolso e de assinatura.',
      'Copie o ID de cada produto ou oferta que matricula nesta turma e cole abaixo.',
    ],
  },
  other: {
    codeLabel: 'Código secreto',
    isCodeOurs: true,
    steps: [
      'No painel da plataforma, crie um webhook e cole nele o endereço acima.',
      'Se a plataforma mostra um token ou segredo, cole-o abaixo. Se ela pede um, gere o código aqui e cole lá.',
      'Escolha abaixo onde esse código vem em cada aviso. A documentação da plataforma diz.',
      'Copie o código de cada produto que matricula nesta turma e cole abaixo.',
    ],
  },
  bravapay: makeTokenGuide(labels.providers.bravapay),
  fornece: makeTokenGuide(labels.providers.fornece),
}

interface Addressed {
  origin: string
  schoolId: string
  /** Class of an address that names one. */
  cohortId: string | undefined
  gateway: SalesPlatformName
}

/** Webhook address of part 2 §7: the school's own of a platform, or that of one class, where the platform's messages name no product. */
export const makeWebhookAddress = ({ origin, schoolId, cohortId, gateway }: Addressed): string =>
  `${origin}/webhook/${schoolId}/${isSoldByAddress(gateway) && cohortId ? cohortId : gateway}`
