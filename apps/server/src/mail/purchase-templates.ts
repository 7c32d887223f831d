import { limits } from '@escola/contract/limits'
import type { Letter } from './letter.ts'
import { greet, nothingGiven, type Reader } from './templates.ts'

/** Results of purchases that open no course now. */
export const purchaseStatuses = ['refunded', 'canceled', 'removed', 'over', 'waiting', 'settled'] as const
export type PurchaseStatus = (typeof purchaseStatuses)[number]

const sentences: Record<PurchaseStatus, string> = {
  refunded: 'O valor dela foi devolvido, e o acesso terminou com isso.',
  canceled: 'Ela foi cancelada na plataforma de venda, e por isso não dá acesso.',
  removed: 'A escola encerrou o acesso que ela dava.',
  over: 'O período de acesso que ela dava já terminou.',
  waiting: 'Ela espera por uma correção da escola antes de dar acesso. Quando estiver pronta, um e-mail avisa você.',
  settled: 'A escola já analisou esta compra e não deu acesso a um curso por ela.',
}
const unasked = 'Se não foi você quem pediu esta mensagem, ignore-a.'
const factsOf = (code: string) => [{ label: 'Código da compra', value: code }]

/** Mails to buyers who ask for the access that they paid. */
export const purchaseTemplates = {
  invitation: ({ personName, schoolName }: Reader, { code, url }: { code: string; url: string }): Letter => ({
    subject: `A sua compra em ${schoolName} está liberada`,
    heading: 'Falta só escolher uma senha',
    paragraphs: [
      greet(personName),
      `Encontramos a sua compra em ${schoolName}. Escolha uma senha e comece quando quiser.`,
    ],
    ...nothingGiven,
    facts: factsOf(code),
    button: { label: 'Escolher minha senha', url },
    note: `Este link é só seu e vale por ${limits.invitationDays} dias. ${unasked}`,
  }),
  access: ({ personName, schoolName }: Reader, { code, url }: { code: string; url: string }): Letter => ({
    subject: `A sua compra em ${schoolName} está liberada`,
    heading: 'A sua compra está liberada',
    paragraphs: [
      greet(personName),
      `Encontramos a sua compra em ${schoolName}. Entre com este e-mail e a senha que já usa.`,
    ],
    ...nothingGiven,
    facts: factsOf(code),
    button: { label: 'Entrar', url },
    note: `Esqueceu a senha? Na tela de entrada você cria uma nova. ${unasked}`,
  }),
  closed: (
    { personName, schoolName }: Reader,
    { code, standing: status }: { code: string; standing: PurchaseStatus },
  ): Letter => ({
    subject: `Sobre a sua compra em ${schoolName}`,
    heading: 'Encontramos a sua compra',
    paragraphs: [greet(personName), sentences[status]],
    ...nothingGiven,
    facts: factsOf(code),
    note: `Para falar com a escola, responda a este e-mail. ${unasked}`,
  }),
}
