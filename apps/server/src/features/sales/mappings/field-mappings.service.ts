import {
  type MappingDraft,
  mappingLimits,
  type Preview,
  type Sample,
  type SampleField,
  type ValueCount,
} from '@escola/contract/field-mappings.contract'
import { plainCode } from '@escola/contract/sales'
import { done } from '@escola/contract/wire'
import type { SchoolDb } from '@escola/db'
import type { School } from '../../../core/scope.ts'
import type { Tools } from '../../../core/tools.ts'
import { jobs } from '../../../jobs/catalogue.ts'
import { enqueue } from '../../../jobs/enqueue.ts'
import { listSelling } from '../../integrations/integrations.service.ts'
import { type OwnSetup, openCredentials } from '../../sales-accounts/account-proofs.service.ts'
import * as accounts from '../../sales-accounts/sales-accounts.service.ts'
import { openReadable } from '../deliveries/delivery-bodies.ts'
import { shownProof } from '../platforms/account-proof.ts'
import { hideSecrets } from '../platforms/hide-secrets.ts'
import { findMixed, suggestMapping, suggestOutcome } from '../platforms/mapping-suggestion.ts'
import { other } from '../platforms/other.ts'
import type { Delivery, Sale } from '../platforms/platform.ts'
import { listSampleFields } from '../platforms/sample-fields.ts'
import { emailOf } from '../platforms/values.ts'
import { repeatAll } from '../repeated-sales.service.ts'
import type { DeliveryRow } from '../sales.queries.ts'
import * as queries from './field-mappings.queries.ts'

/** Newest deliveries of which samples are chosen. */
const newestRead = 200

type Secrets = Pick<Tools, 'config'>

export const getMapping = (school: School, { id }: { id: string }, tools: Secrets) =>
  school.tx(async (db) => {
    const account = await accounts.getMappedAccount(db, id)
    const { code, setup } = await openSetup(school, db, id, tools)
    const samples = (await listBodies(school, db, id, tools)).map(({ delivery, ...row }): Sample => {
      const { fields, isCut } = listShown(delivery, { code, setup })
      return { ...row, fields, is_cut: isCut }
    })
    return {
      title: account.title,
      proof: account.proof,
      utc_refused_on: account.utc_refused_on?.toISOString() ?? null,
      mapping: setup.mapping,
      suggestion: suggestMapping(samples.map(({ fields }) => fields)),
      samples,
      waiting: account.waiting,
    }
  })

/** Reads the samples by a mapping that may still lack some of its fields, and changes nothing. */
export const previewMapping = (school: School, { id, draft }: { id: string; draft: MappingDraft }, tools: Secrets) =>
  school.tx(async (db) => {
    await accounts.getMappedAccount(db, id)
    const { code, setup } = await openSetup(school, db, id, tools)
    const selling = (await listSelling(db, 'other', id)).filter(
      (each) => !each.isEnded && each.accountEndedOn === null && each.takesPurchases,
    )
    const titles = new Map((await queries.listCohortTitles(db)).map((row) => [row.id, row.title]))
    const titlesOf = ({ productIds, offerIds }: Sale) => {
      const sold = new Set([...productIds, ...offerIds])
      const open = selling.filter((integration) => integration.productIds.some((each) => sold.has(each)))
      return [...new Set(open.map(({ cohortId }) => titles.get(cohortId) ?? ''))]
    }
    const previews: Preview[] = []
    const samples: SampleField[][] = []
    for (const { id: saleId, delivery } of await listBodies(school, db, id, tools)) {
      samples.push(listShown(delivery, { code, setup }).fields)
      const sale = await readBy(delivery, { code, setup: { ...setup, mapping: draft } })
      previews.push({ ...toPreview(sale, draft), id: saleId, school_gateways: titlesOf(sale) })
    }
    const isSavedField = JSON.stringify(draft.fields.event) === JSON.stringify(setup.mapping?.fields.event)
    const unknown = isSavedField ? await queries.countUnknownEvents(db, id, mappingLimits.values) : []
    const values = countValues(previews, unknown)
    return {
      previews,
      values: values.map((each) => ({ ...each, mixed: findMixed(samples, draft.fields.event, each.value) })),
    }
  })

/** Saves what the fields mean. Deliveries that wait for the school are done again. */
export const saveMapping = (school: School, { id, mapping }: { id: string; mapping: MappingDraft }) =>
  school.tx(async (db) => {
    await accounts.lockAccounts(db)
    await accounts.getMappedAccount(db, id)
    await accounts.saveMapping(db, id, mapping)
    await enqueue(db, jobs.repeatAccountSales, { accountId: id })
    return done
  })

/** Repeats the waiting deliveries of an account. A second run decides the same, and changes nothing. */
export const repeatAccountSales = (school: School, { accountId }: { accountId: string }, signal: AbortSignal) =>
  repeatAll(school, (db, after, limit) => queries.listRepeatable(db, { accountId, after }, limit), signal)

async function openSetup(school: School, db: SchoolDb, id: string, tools: Secrets) {
  const credentials = await openCredentials(school, db, id, tools)
  // The account was found in the same transaction, and it says how its deliveries prove themselves.
  return { code: credentials!.code, setup: credentials!.setup! }
}

/** Samples: the newest delivery of each event and the unread ones, and others while there is room, which may differ in another field. */
async function listBodies(school: School, db: SchoolDb, accountId: string, tools: Secrets) {
  const seen = new Set<string>()
  const [first, others] = [[] as string[], [] as string[]]
  for (const { id, event } of await queries.listNewest(db, accountId, newestRead)) {
    const isOther = event !== '' && seen.has(event)
    ;(isOther ? others : first).push(id)
    seen.add(event)
  }
  const ids = [...first, ...others].slice(0, mappingLimits.samples)
  return (await queries.listBodies(db, ids)).flatMap((row) => {
    const delivery = openReadable(school, row as typeof row & Pick<DeliveryRow, 'headers' | 'query'>, tools)
    return delivery ? [{ id: row.id, utc_created_on: row.utc_received_on.toISOString(), delivery }] : []
  })
}

/** Fields of a sample that administrators may see: the code of the account may be another one by now. */
const listShown = (delivery: Delivery, { code, setup }: { code: string; setup: OwnSetup }) =>
  listSampleFields(hideSecrets(delivery.body, [code, shownProof(setup.proof, delivery) ?? '']))

const readBy = (delivery: Delivery, own: { code: string; setup: OwnSetup }): Promise<Sale> =>
  other.read(delivery, noLook, { accessToken: '', ...own })
const noLook = { fetchPayment: async () => null }

function toPreview(sale: Sale, { outcomes }: MappingDraft): Omit<Preview, 'id' | 'school_gateways'> {
  const { event, transaction, productIds, offerIds, buyer } = sale
  const outcome = outcomes.find(({ value }) => value === event)?.outcome ?? null
  const isPaid = outcome === 'paid'
  const lacks = {
    event: event === '',
    transaction: transaction === null && outcome !== 'ignored',
    email: isPaid && emailOf(buyer.email) === '',
    product_ids: isPaid && productIds.length + offerIds.length === 0,
  }
  return {
    value: event,
    outcome,
    name: buyer.name,
    email: buyer.email,
    product_ids: [...productIds, ...offerIds],
    transaction: transaction === null ? '' : plainCode('other', transaction),
    lacks: (['event', 'transaction', 'email', 'product_ids'] as const).filter((field) => lacks[field]),
  }
}

/** Values of the samples and values without a meaning, each once. */
function countValues(previews: Preview[], unknown: { event: string; total: string }[]): Omit<ValueCount, 'mixed'>[] {
  const totals = new Map(unknown.map(({ event, total }) => [event, Number(total)]))
  const values = new Set([...totals.keys(), ...previews.map(({ value }) => value)])
  return [...values]
    .filter((value) => value !== '')
    .map((value) => ({ value, unknown: totals.get(value) ?? 0, suggestion: suggestOutcome(value) }))
}
