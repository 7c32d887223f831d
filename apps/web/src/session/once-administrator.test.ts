import { expect, it } from 'vitest'
import { contextOf } from '../testing/show-screen.tsx'
import { contextQuery } from './context.ts'
import { onceAdministrator } from './once-administrator.ts'
import { queryClient } from './query-client.ts'

it('calls back once, when the user has become an administrator', () => {
  const calls: string[] = []
  queryClient.setQueryData(contextQuery.queryKey, contextOf('visitor'))
  onceAdministrator(({ id }) => calls.push(id))
  queryClient.setQueryData(contextQuery.queryKey, contextOf('student'))
  expect(calls).toEqual([])
  queryClient.setQueryData(contextQuery.queryKey, contextOf('admin'))
  queryClient.setQueryData(contextQuery.queryKey, { ...contextOf('admin'), billing: false })
  expect(calls).toEqual(['7'])
})
