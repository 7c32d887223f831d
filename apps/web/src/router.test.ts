import { checkoutPaths } from '@escola/contract/checkout-paths'
import { createMemoryHistory } from '@tanstack/react-router'
import { expect, it } from 'vitest'
import { createAppRouter } from './router.ts'

it('has each page at which the server lets the payment provider in', () => {
  const { routesByPath } = createAppRouter(null, createMemoryHistory())
  expect(Object.keys(routesByPath)).toEqual(expect.arrayContaining([...checkoutPaths]))
})
