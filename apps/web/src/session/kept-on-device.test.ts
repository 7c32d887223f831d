import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, it, vi } from 'vitest'
import { copyKey, KeptOnDevice, keptKey, listCopies, onePerUser } from './kept-on-device.ts'

afterEach(() => void vi.restoreAllMocks())

const refuseBy = (method: 'getItem' | 'setItem' | 'removeItem') =>
  vi.spyOn(Storage.prototype, method).mockImplementation(() => {
    throw new DOMException('Full or closed', 'QuotaExceededError')
  })

it('finds what earlier versions kept: keys stay to the letter', () => {
  expect([keptKey('unsaved', '7', '70'), keptKey('marks', '7', '70'), keptKey('positions', '7', '70')]).toEqual([
    'escola.unsaved.7.70',
    'escola.marks.7.70',
    'escola.positions.7.70',
  ])
  localStorage.setItem('escola.marks.7.70', '[1]')
  expect(new KeptOnDevice(keptKey('marks', '7', '70')).read()).toEqual([1])
})

it('outlives the page, and leaves nothing behind once it is taken away', () => {
  new KeptOnDevice('a').write({ text: 'olá' })
  const next = new KeptOnDevice('a')
  expect([next.isKept(), next.read()]).toEqual([true, { text: 'olá' }])
  expect(next.write(undefined)).toBe(true)
  expect([next.isKept(), next.read(), localStorage.length]).toEqual([false, undefined, 0])
})

it('reads what another tab wrote last, and says that it did', () => {
  const [one, other] = [new KeptOnDevice('a'), new KeptOnDevice('a')]
  one.write(1)
  expect(other.isChangedElsewhere()).toBe(true)
  expect(other.read()).toBe(1)
  expect(other.isChangedElsewhere()).toBe(false)
  other.write(2)
  expect([one.isChangedElsewhere(), other.isChangedElsewhere(), one.read()]).toEqual([true, false, 2])
})

it('lists a value and its copies, and no other value', () => {
  vi.useFakeTimers({ now: 20 })
  expect(copyKey('course.1')).toBe('course.1~20')
  for (const key of ['course.1~20', 'course.10', 'course.1', 'course.1~3']) localStorage.setItem(key, '1')
  expect(listCopies('course.1')).toEqual(['course.1', 'course.1~20', 'course.1~3'])
})

it('lives as long as the page where there is no room, and is kept as soon as there is', () => {
  const value = new KeptOnDevice('a')
  value.write(1)
  const full = refuseBy('setItem')
  expect([value.write(2), value.read(), value.write(3), value.read()]).toEqual([false, 2, false, 3])
  full.mockRestore()
  expect([value.write(4), new KeptOnDevice('a').read()]).toEqual([true, 4])
  new KeptOnDevice('a').write(5)
  expect(value.read()).toBe(5)
})

it('lives as long as the page where storage is closed', () => {
  for (const method of ['getItem', 'setItem', 'removeItem'] as const) refuseBy(method)
  const value = new KeptOnDevice('a')
  expect([value.isKept(), value.isChangedElsewhere(), value.read()]).toEqual([false, false, undefined])
  expect([value.write(1), value.read(), value.write(undefined), value.read()]).toEqual([false, 1, false, undefined])
})

it('takes what is no value of ours for none', () => {
  for (const text of ['{', 'null', '']) {
    localStorage.setItem('a', text)
    expect(new KeptOnDevice('a').read()).toBeUndefined()
  }
})

it('gives each user of each school one keeper on a page', () => {
  const keeper = onePerUser((_, schoolId, userId) => ({ schoolId, userId }))
  const client = new QueryClient()
  expect(keeper(client, '7', '70')).toBe(keeper(client, '7', '70'))
  expect(keeper(client, '7', '71')).toEqual({ schoolId: '7', userId: '71' })
  expect(keeper(new QueryClient(), '7', '70')).not.toBe(keeper(client, '7', '70'))
})
