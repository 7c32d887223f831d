import type { Stripe } from 'stripe'
import type { Account } from '../core/account.ts'
import { refuse } from '../core/errors.ts'
import { newId } from '../core/ids.ts'
import { judgeCurrency } from '../core/judge.ts'
import { listRows } from '../core/lists.ts'
import type { Price, Product } from '../core/objects.ts'
import type { Operations } from '../core/operations.ts'
import { allowOnly, changeOf, emptyToNull, mergeMetadata } from '../core/parameters.ts'

export const products: Operations = {
  'POST /v1/products': ({ account, params }) => {
    allowOnly(params, 'id name active description metadata default_price_data statement_descriptor type')
    if (params.id && account.table('products').has(params.id)) {
      throw refuse('Product already exists.', { code: 'resource_already_exists', param: 'id' })
    }
    const now = account.now()
    const product = account.add('products', {
      id: params.id ?? newId('prod'),
      object: 'product',
      active: params.active ?? true,
      created: now,
      default_price: null,
      description: params.description ?? null,
      images: [],
      livemode: false,
      marketing_features: [],
      metadata: mergeMetadata({}, params.metadata),
      name: params.name,
      package_dimensions: null,
      shippable: null,
      statement_descriptor: params.statement_descriptor ?? null,
      tax_code: null,
      tax_details: null,
      type: 'service',
      unit_label: null,
      updated: now,
      url: null,
    })
    account.emit('product.created', product)
    const data = params.default_price_data
    if (data)
      product.default_price = makePrice(account, { ...data, product: product.id } as Stripe.PriceCreateParams).id
    return product
  },
  'GET /v1/products': ({ account, params }) => {
    allowOnly(params, 'active ids created limit starting_after ending_before')
    return listRows(account, 'products', params, {
      matches: (each) =>
        (params.active === undefined || each.active === params.active) && (!params.ids || params.ids.includes(each.id)),
    })
  },
  'GET /v1/products/:id': ({ account, ids: [id] }) => account.find('products', id),
  'POST /v1/products/:id': ({ account, params, ids: [id] }) => {
    allowOnly(params, 'name active description metadata default_price')
    const product = account.find('products', id)
    if (params.default_price) account.find('prices', params.default_price, 'default_price')
    const previous = changeOf<Product>(product, {
      name: params.name ?? product.name,
      active: params.active ?? product.active,
      description: params.description === undefined ? product.description : emptyToNull(params.description),
      metadata: mergeMetadata(product.metadata, params.metadata),
      default_price: params.default_price ?? product.default_price,
    })
    product.updated = account.now()
    if (Object.keys(previous).length) account.emit('product.updated', product, previous)
    return product
  },
  'POST /v1/prices': ({ account, params }) => {
    allowOnly(
      params,
      'currency active lookup_key transfer_lookup_key metadata nickname product product_data recurring unit_amount tax_behavior',
    )
    return makePrice(account, params)
  },
  'GET /v1/prices': ({ account, params }) => {
    allowOnly(params, 'active created currency lookup_keys product type limit starting_after ending_before')
    return listRows(account, 'prices', params, {
      matches: (each) =>
        (params.active === undefined || each.active === params.active) &&
        (!params.currency || each.currency === params.currency) &&
        (!params.product || each.product === params.product) &&
        (!params.type || each.type === params.type) &&
        (!params.lookup_keys || params.lookup_keys.includes(each.lookup_key ?? '')),
    })
  },
  'GET /v1/prices/:id': ({ account, ids: [id] }) => account.find('prices', id),
  'POST /v1/prices/:id': ({ account, params, ids: [id] }) => {
    allowOnly(params, 'active lookup_key transfer_lookup_key metadata nickname')
    const price = account.find('prices', id)
    if (params.lookup_key) claimLookupKey(account, params.lookup_key, params.transfer_lookup_key, price)
    const previous = changeOf<Price>(price, {
      active: params.active ?? price.active,
      lookup_key: params.lookup_key ?? price.lookup_key,
      nickname: params.nickname ?? price.nickname,
      metadata: mergeMetadata(price.metadata, params.metadata),
    })
    if (Object.keys(previous).length) account.emit('price.updated', price, previous)
    return price
  },
}

function makePrice(account: Account, params: Stripe.PriceCreateParams): Price {
  judgeCurrency(params.currency)
  if (params.unit_amount === undefined) {
    throw refuse('Missing required param: unit_amount.', { code: 'parameter_missing', param: 'unit_amount' })
  }
  if (params.unit_amount < 0) {
    throw refuse('This value must be greater than or equal to 0.', {
      code: 'parameter_invalid_integer',
      param: 'unit_amount',
    })
  }
  const { product, product_data, recurring } = params
  if (!product && !product_data)
    throw refuse('You must specify either `product` or `product_data` when creating a price.')
  if (recurring) allowOnly(recurring, 'interval interval_count usage_type')
  if (params.lookup_key) claimLookupKey(account, params.lookup_key, params.transfer_lookup_key)
  const owner = product
    ? account.find('products', product, 'product')
    : products['POST /v1/products']?.({
        account,
        params: product_data as Stripe.ProductCreateParams,
        ids: ['', ''],
        isPublic: false,
      })
  const price = account.add('prices', {
    id: newId('price'),
    object: 'price',
    active: params.active ?? true,
    billing_scheme: 'per_unit',
    created: account.now(),
    currency: params.currency.toLowerCase(),
    custom_unit_amount: null,
    livemode: false,
    lookup_key: params.lookup_key ?? null,
    metadata: mergeMetadata({}, params.metadata),
    nickname: params.nickname ?? null,
    product: (owner as Product).id,
    recurring: recurring
      ? {
          interval: recurring.interval as 'month',
          interval_count: recurring.interval_count ?? 1,
          meter: null,
          trial_period_days: null,
          usage_type: 'licensed',
        }
      : null,
    tax_behavior: (params.tax_behavior ?? 'unspecified') as Price['tax_behavior'],
    tiers_mode: null,
    transform_quantity: null,
    type: recurring ? 'recurring' : 'one_time',
    unit_amount: params.unit_amount,
    unit_amount_decimal: String(params.unit_amount) as unknown as Price['unit_amount_decimal'],
  })
  account.emit('price.created', price)
  return price
}

/** A lookup key names one price; a call takes it from another price only when it says so. */
function claimLookupKey(account: Account, key: string, transfers = false, claimer?: Price): void {
  const holder = [...account.table('prices').read()].find((each) => each.lookup_key === key && each !== claimer)
  if (!holder) return
  if (!transfers) {
    throw refuse(`A price (\`${holder.id}\`) already uses that lookup key.`, {
      code: 'resource_already_exists',
      param: 'lookup_key',
    })
  }
  holder.lookup_key = null
}
