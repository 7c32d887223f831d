import { hourMs, minuteMs } from '@escola/contract/durations'
import { expect, it } from 'vitest'
import { runAs } from '../../core/current-caller.ts'
import { memoryCounters } from '../../http/memory-counters.ts'
import { SignInAttempts } from './sign-in-attempts.ts'

const email = 'ana@example.com'
const window = hourMs
const attemptsAt = (now: () => number = () => 0) => new SignInAttempts(memoryCounters(() => new Date(now())))
const isAllowed = async (attempts: SignInAttempts, ip: string, provenOn?: Date) =>
  (await attempts.begin(email, ip, provenOn)) === 0
const begins = async (attempts: SignInAttempts, ips: string[]) =>
  (await Promise.all(ips.map((ip) => isAllowed(attempts, ip)))).filter(Boolean).length
const addresses = (count: number) => Array.from({ length: count }, (_, index) => `10.0.${index >> 8}.${index & 255}`)

it('takes ten guesses from one address, and others later', async () => {
  let now = 0
  const attempts = attemptsAt(() => now)
  expect(await begins(attempts, Array(100).fill('10.0.0.1'))).toBe(10)
  expect(await isAllowed(attempts, '10.0.0.2')).toBe(true)
  now = window + 1
  expect(await isAllowed(attempts, '10.0.0.1')).toBe(true)
})

it('takes no more than thirty from any number of addresses', async () => {
  expect(await begins(attemptsAt(), addresses(1000))).toBe(30)
})

it('says how long to wait until it takes one more', async () => {
  let now = 0
  const attempts = attemptsAt(() => now)
  for (const ip of addresses(30)) {
    expect(await isAllowed(attempts, ip)).toBe(true)
    now += 1000
  }
  const wait = await attempts.begin(email, '192.0.2.7')
  expect(wait).toBe(60 * 60 - 30)
  now += wait * 1000 - 1
  expect(await attempts.begin(email, '192.0.2.7')).toBe(1)
  now += 1
  expect(await attempts.begin(email, '192.0.2.7')).toBe(0)
})

it('is never held up where the person has proven who they are', async () => {
  const attempts = attemptsAt()
  await begins(attempts, addresses(1000))
  expect(await isAllowed(attempts, '192.0.2.8')).toBe(false)
  expect(await isAllowed(attempts, '192.0.2.7', new Date(0))).toBe(true)
})

it('counts only what was tried there since', async () => {
  let now = 1000
  const attempts = attemptsAt(() => now)
  await begins(attempts, Array(10).fill('192.0.2.7'))
  expect(await isAllowed(attempts, '192.0.2.7', new Date(999))).toBe(false)
  const provenOn = new Date(now)
  now += 1
  const after = await Promise.all(Array.from({ length: 100 }, () => isAllowed(attempts, '192.0.2.7', provenOn)))
  expect(after.filter(Boolean)).toHaveLength(10)
})

it('forgets the guesses before a sign-in', async () => {
  const attempts = attemptsAt()
  let provenOn: Date | undefined
  for (let round = 0; round < 20; round++) {
    const allowed = await Promise.all(Array.from({ length: 10 }, () => isAllowed(attempts, '10.0.0.1', provenOn)))
    expect(allowed.filter(Boolean)).toHaveLength(10)
    await attempts.clear(email, '10.0.0.1', provenOn)
    provenOn = new Date(0)
  }
  expect(await isAllowed(attempts, '10.0.0.2')).toBe(true)
})

it.each([
  ['2001:db8::1', '2001:db8:0:0:ffff::9', false],
  ['2001:db8::1', '2001:0db8:0000:0000::2', false],
  ['2001:db8:0:1::1', '2001:db8:0:2::1', true],
  ['::ffff:10.0.0.1', '10.0.0.1', false],
])('%s and %s are different networks: %s', async (first, second, different) => {
  const attempts = attemptsAt()
  await begins(attempts, Array(10).fill(first))
  expect(await isAllowed(attempts, second)).toBe(different)
})

it('takes a hundred failures of one network in five minutes, whatever e-mails they are for, and gives back what succeeds', () =>
  runAs({ key: '2001:db8:1:2' }, async () => {
    let now = 0
    const attempts = attemptsAt(() => now)
    const guess = (nth: number, ip = `2001:db8:1:2::${nth}`) => attempts.begin(`${nth}@example.com`, ip)
    for (let nth = 0; nth < 99; nth++) await guess(nth)
    expect(await guess(99)).toBe(0)
    expect(await guess(100)).toBe(5 * 60)
    expect(await guess(100, '2001:db8:1:3::1')).toBe(0)
    expect(await attempts.begin(email, '2001:db8:1:2::7', new Date(0))).toBe(0)
    await attempts.clear('5@example.com', '2001:db8:1:2::5')
    expect(await guess(100)).toBe(0)
    now = 5 * minuteMs + 1
    expect(await guess(101)).toBe(0)
  }))

it('counts no attempt for its e-mail that the network has no more of', () =>
  runAs({ key: '10.0.0.1' }, async () => {
    const attempts = attemptsAt()
    for (let nth = 0; nth < 100; nth++) await attempts.begin(`${nth}@example.com`, '10.0.0.1')
    for (let nth = 0; nth < 50; nth++) expect(await isAllowed(attempts, '10.0.0.1')).toBe(false)
    expect(await begins(attempts, addresses(40).slice(2))).toBe(30)
  }))

it('counts by no network where callers can’t be told apart', async () => {
  const attempts = attemptsAt()
  for (let nth = 0; nth < 300; nth++) expect(await attempts.begin(`${nth}@example.com`, '10.0.0.1')).toBe(0)
})
