import type { MappedField, MappedOutcome, MappingDraft } from '@escola/contract/field-mappings.contract'
import { mappedCode } from '@escola/contract/sales'
import type { Credentials } from '../../sales-accounts/account-proofs.service.ts'
import { provesAs, shownProof } from './account-proof.ts'
import { type AskedChange, cancel, changesNothing, enroll, ignore, makeSale, revoke } from './asked-change.ts'
import { isEmpty } from './body.ts'
import { saysCode } from './hide-secrets.ts'
import { valuesOf } from './mapped-values.ts'
import type { Delivery, Sale, SalesPlatform } from './platform.ts'
import {
  cellphoneOf,
  documentOf,
  endOf,
  findText,
  idOf,
  idsOf,
  momentOf,
  saleItemsOf,
  textOf,
  typedEmailOf,
} from './values.ts'

const changes: Record<MappedOutcome, AskedChange> = {
  paid: enroll,
  refunded: revoke,
  canceled: cancel,
  subscription_ended: { action: 'revoke', revokes: 'subscription' },
  ignored: changesNothing,
}

/** A platform that the school named: the account says how its deliveries prove themselves and what their fields mean. */
export const other: SalesPlatform = {
  name: 'other',
  // Its address says whose it is.
  productIdsOf: () => [],
  shownSecret: () => null,
  proves: (delivery, { code, setup }) => setup !== undefined && provesAs(setup.proof, delivery, code),
  isTest: ({ body }) => isEmpty(body),
  read: async (delivery, _look, credentials) => readMapped(delivery, credentials),
}

/** A field in which the account's code stands says nothing: administrators see what is read, and no code. */
function readMapped(delivery: Delivery, { code: current, setup }: Credentials): Sale {
  const { fields = {}, outcomes: meanings = [] }: Partial<MappingDraft> = setup?.mapping ?? {}
  const codes = [current, (setup && shownProof(setup.proof, delivery)) ?? '']
  const find = (field: MappedField): unknown[] =>
    fields[field] ? valuesOf(delivery.body, fields[field]).filter((value) => !saysCode(value, codes)) : []
  const codeOf = (field: MappedField) => {
    const code = find(field)
      .map(idOf)
      .find((id) => id !== '')
    return code && setup ? mappedCode(setup.accountId, code) : null
  }
  const event = readValue(find('event'))
  const change = setup?.mapping ? changeOf(event, meanings) : ignore('no_mapping')
  const until = findDate(find('paid_until'), endOf)
  return makeSale(
    {
      eventId: null,
      event,
      transaction: codeOf('transaction'),
      subscription: codeOf('subscription'),
      productIds: idsOf(find('product_ids')),
      offerIds: idsOf(find('offer_ids')),
      ...saleItemsOf(listItems(find('product_ids'), find('offer_ids'))),
      productName: findText(...find('product_name')),
      buyer: {
        name: `${findText(...find('name'))} ${findText(...find('last_name'))}`.trim(),
        email: typedEmailOf(...find('email')),
        cellphone: cellphoneOf(findText(...find('phone')), findText(...find('phone_area'))),
        document: documentOf(findText(...find('document'))),
      },
      occurredOn: findDate(find('occurred_on'), momentOf),
    },
    change.action === 'ignore' ? change : { ...change, until },
  )
}

/** Each product with the offer at its place, where there are as many offers; else an offer may be that of any. */
const listItems = (products: unknown[], offers: unknown[]) =>
  products.map((product, place) => [product, ...(offers.length === products.length ? [offers[place]] : offers)])

/** The first value that can be read; a field may also say yes or no. */
const readValue = (values: unknown[]): string =>
  values.map((value) => (typeof value === 'boolean' ? String(value) : textOf(value))).find((text) => text !== '') ?? ''

/** A value means what the school chose for exactly this text. A value without a meaning waits for one. */
function changeOf(event: string, meanings: MappingDraft['outcomes']): AskedChange {
  const meaning = meanings.find(({ value }) => value === event)
  return meaning ? changes[meaning.outcome] : ignore('no_meaning', event || 'vazio')
}

function findDate(values: unknown[], read: (value: unknown) => Date | null): Date | null {
  return values.map((value) => read(rewriteDay(value))).find((date) => date !== null) ?? null
}

/** “04/08/2026 09:00”, as people in Brazil write it, in the order that is read. */
const rewriteDay = (value: unknown): unknown =>
  typeof value === 'string' ? value.trim().replace(/^(\d\d)\/(\d\d)\/(\d{4})/, '$3-$2-$1') : value
