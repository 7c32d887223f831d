import { amountOf } from './amounts.ts'
import {
  type AskedChange,
  cancel,
  changesNothing,
  enroll,
  ignoreUnknownEvent,
  makeSale,
  revoke,
} from './asked-change.ts'
import { isEmpty } from './body.ts'
import type { Delivery, SalesPlatform } from './platform.ts'
import { isCode } from './proof.ts'
import {
  cellphoneOf,
  documentOf,
  getValue,
  idOrNull,
  idsOf,
  momentOf,
  saleItemsOf,
  secretOf,
  textOf,
  typedEmailOf,
} from './values.ts'

/** Statuses by their code; the name is for people. Other platforms mean other things by the same numbers. */
const statuses = new Map<string, { name: string; change?: AskedChange }>([
  ['1', { name: 'Aguardando pagamento' }],
  ['2', { name: 'Em análise' }],
  ['3', { name: 'Pré-autorizada' }],
  ['4', { name: 'Paga', change: enroll }],
  ['5', { name: 'Cancelada', change: cancel }],
  ['6', { name: 'Devolvida', change: revoke }],
  ['7', { name: 'Chargeback', change: revoke }],
  ['8', { name: 'Concluída', change: enroll }],
  ['9', { name: 'Bloqueada', change: cancel }],
  ['10', { name: 'Carrinho abandonado' }],
])

const listAdditionalPlans = ({ body }: Delivery) => [
  getValue(body.plano_adicional1, 'codigo'),
  getValue(body.plano_adicional2, 'codigo'),
]

/** The key of the seller's account, which the platform puts into every delivery. */
const shownSecret = ({ body }: Delivery) => secretOf(body.chave_unica)

export const octapay: SalesPlatform = {
  name: 'octapay',
  productIdsOf: (delivery) =>
    idsOf([delivery.body.codigo_produto, delivery.body.codigo_plano, ...listAdditionalPlans(delivery)]),
  shownSecret,
  proves: (delivery, { code }) => isCode(shownSecret(delivery), code),
  isTest: ({ body }) => isEmpty(body),
  read: async (delivery) => {
    const { body } = delivery
    const code = textOf(body.status_transacao_codigo)
    const status = statuses.get(code)
    const event = status ? `${code} ${status.name}` : `${code} ${textOf(body.status_transacao)}`.trim()
    const change = status ? (status.change ?? changesNothing) : ignoreUnknownEvent(event)
    return makeSale(
      {
        eventId: null,
        event,
        transaction: idOrNull(body.transacao),
        subscription: null,
        productIds: idsOf([body.codigo_produto, ...listAdditionalPlans(delivery)]),
        offerIds: idsOf([body.codigo_plano]),
        ...saleItemsOf([
          [body.codigo_produto, body.codigo_plano],
          ...listAdditionalPlans(delivery).map((plan) => [plan]),
        ]),
        productName: textOf(body.nome_produto),
        buyer: {
          name: textOf(body.nome_comprador),
          email: typedEmailOf(body.email_comprador),
          cellphone: cellphoneOf(body.telefone_comprador),
          document: documentOf(body.cpf_cnpj_comprador),
        },
        ...amountOf(body.valor_bruto),
        // The other day is that of the payment, whatever happened since.
        occurredOn: momentOf(body.data_ultimo_evento) ?? (change === enroll ? momentOf(body.data_finalizada) : null),
      },
      change,
    )
  },
}
