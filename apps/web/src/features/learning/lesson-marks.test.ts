import { minuteMs } from '@escola/contract/durations'
import { errors } from '@escola/contract/errors'
import { learning } from '@escola/contract/learning.contract'
import { onlineManager, QueryClient } from '@tanstack/react-query'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { textOf } from '../../api/api-error.ts'
import { translateMessage } from '../../api/translations.ts'
import { contextQuery } from '../../session/context.ts'
import { fail, fakeServer } from '../../testing/fake-server.ts'
import { nowhere, school, student } from '../../testing/show-screen.tsx'
import { certificateRequestsQuery } from '../../ui/certificates/certificate-request.tsx'
import * as notices from '../../ui/notify.ts'
import { learningQueries } from './learning.queries.ts'
import { lessonMarks, type Mark } from './lesson-marks.ts'

// The first refusal loads its words, which takes time that is not the clock's.
beforeAll(() => translateMessage(errors.unavailable.message))
beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.restoreAllMocks()
  onlineManager.setOnline(true)
})

const context = { ...nowhere, school, user: student }
const mark = (contentId: string, isComplete = true): Mark => {
  return { contentId, title: `Aula ${contentId}`, degreeId: '1', degreeLink: 'vela', isComplete }
}
/** Opens a tab of a student's browser. */
const tab = () => {
  const client = new QueryClient()
  client.setQueryData(contextQuery.queryKey, context)
  const marks = lessonMarks(client, '7', '70')
  const signIn = (id: string) => client.setQueryData(contextQuery.queryKey, { ...context, user: { ...student, id } })
  return { marks, signIn, client }
}
/** A school that is away until it is back. */
const schoolServer = () => {
  const state = { isAway: true }
  const calls = fakeServer().on(learning.complete, () =>
    state.isAway
      ? fail('unavailable')
      : { userDegree: { metadata: { content: {} }, progress: '0.00' }, certificate: null },
  )
  const back = () => {
    state.isAway = false
    calls.length = 0
  }
  const sent = () =>
    calls.map(({ body }) => [body.contentId, body.userDegree.metadata.content[body.contentId]!.isComplete])
  return { back, sent }
}
const kept = () => JSON.parse(localStorage.getItem('escola.marks.7.70') ?? '[]')
const minute = () => vi.advanceTimersByTimeAsync(minuteMs)

it('sends what is wished now, not what was wished before the school went away', async () => {
  const { back, sent } = schoolServer()
  const { marks } = tab()
  marks.mark(mark('1'))
  await vi.advanceTimersByTimeAsync(100)
  marks.mark(mark('1', false))
  await vi.advanceTimersByTimeAsync(100)
  back()
  await minute()
  expect(sent()).toEqual([['1', false]])
  expect(kept()).toEqual([])
})

it('has certificates asked for again once a course is finished, and not before', async () => {
  const { marks, client } = tab()
  const { queryKey } = certificateRequestsQuery('7')
  client.setQueryData(queryKey, { requests: [] })
  const isOld = () => client.getQueryState(queryKey)?.isInvalidated
  let progress = '50.00'
  fakeServer().on(learning.complete, () => ({ userDegree: { metadata: { content: {} }, progress }, certificate: null }))
  marks.mark(mark('1'))
  await minute()
  expect(isOld()).toBe(false)
  progress = '100.00'
  marks.mark(mark('2'))
  await minute()
  expect(kept()).toEqual([])
  expect(isOld()).toBe(true)
})

it('sends nothing with the session of the user who came after', async () => {
  const { back, sent } = schoolServer()
  const { marks, signIn } = tab()
  marks.mark(mark('1'))
  await vi.advanceTimersByTimeAsync(100)
  signIn('71')
  back()
  await minute()
  expect(sent()).toEqual([])
  expect(kept()).toEqual([mark('1')])
})

it('keeps the marks of two tabs', async () => {
  onlineManager.setOnline(false)
  const { back, sent } = schoolServer()
  const [first, second] = [tab(), tab()]
  first.marks.mark(mark('1'))
  second.marks.mark(mark('2'))
  expect(kept()).toEqual([mark('1'), mark('2')])
  back()
  onlineManager.setOnline(true)
  const next = tab()
  await next.marks.send()
  await minute()
  expect(sent()).toEqual(
    expect.arrayContaining([
      ['1', true],
      ['2', true],
    ]),
  )
  expect(kept()).toEqual([])
})

it('goes on trying while the page is hidden', async () => {
  const { back, sent } = schoolServer()
  const { marks } = tab()
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  document.dispatchEvent(new Event('visibilitychange'))
  marks.mark(mark('1'))
  await vi.advanceTimersByTimeAsync(100)
  back()
  await minute()
  expect(sent()).toEqual([['1', true]])
})

it('keeps a mark as long as the page where the device keeps nothing', async () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  const { back, sent } = schoolServer()
  const { marks } = tab()
  marks.mark(mark('1'))
  await vi.advanceTimersByTimeAsync(100)
  expect(marks.snapshot()).toMatchObject({ unsent: [mark('1')], isWaiting: true })
  back()
  await minute()
  expect(sent()).toEqual([['1', true]])
  expect(marks.snapshot()).toMatchObject({ unsent: [], isWaiting: false })
})

it('says that a lesson is not in the course any more, and asks for the course anew', async () => {
  fakeServer()
  const told = vi.spyOn(notices, 'notifyError').mockImplementation(() => {})
  const { marks, client } = tab()
  const { queryKey } = learningQueries.course('7', 'vela')
  client.setQueryData(queryKey, {} as never)
  marks.mark(mark('1'))
  await vi.waitFor(() => expect(told).toHaveBeenCalledOnce())
  expect(textOf(told.mock.calls[0]![0])).toBe('Esta aula não está mais no curso')
  expect([kept(), client.getQueryState(queryKey)?.isInvalidated]).toEqual([[], true])
})
