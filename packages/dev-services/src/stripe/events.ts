import { refuse } from './core/errors.ts'
import { listRows } from './core/lists.ts'
import type { Operations } from './core/operations.ts'

export const events: Operations = {
  'GET /v1/events': ({ account, params }) => {
    if (params.delivery_success !== undefined)
      throw refuse('The stand-in for Stripe does not do this: delivery_success.')
    const isOfType = (type: string) =>
      params.type ? new RegExp(`^${params.type.replaceAll('.', '\\.').replaceAll('*', '.*')}$`).test(type) : true
    return listRows(account, 'events', params, {
      matches: ({ type }) => isOfType(type) && (!params.types || params.types.includes(type)),
    })
  },
  'GET /v1/events/:id': ({ account, ids: [id] }) => account.find('events', id),
}
