import { cohorts } from '@escola/contract/cohorts.contract'
import { ratesPerMinute } from '@escola/contract/limits'
import { students } from '@escola/contract/students.contract'
import { expect, it } from 'vitest'
import { stopClock } from '../../testing/clock.ts'
import { world } from '../../testing/world.ts'

const allowed = 3
const build = () => world({ RATE_FACTOR: String(allowed / ratesPerMinute.mail) })

it.each(['create', 'addStudent', 'reissueCertificate', 'resendLink'] as const)(
  'bounds how often an administrator causes mail by %s',
  async (route) => {
    stopClock()
    const { call, northside } = await build()
    const as = northside.admin
    const { userId, email, name } = northside.student
    const params = await northside.make.cohort()
    const calls = {
      create: () => call(cohorts.create, { as, body: {} }),
      addStudent: () => call(cohorts.addStudent, { as, params, body: { name, email } }),
      reissueCertificate: () => call(students.reissueCertificate, { as, params: { userId }, body: { degreeId: '1' } }),
      resendLink: () => call(students.resendLink, { as, body: { email, type: 'email' } }),
    }
    const refused: boolean[] = []
    for (let at = 0; at <= allowed; at++) refused.push((await calls[route]()).error.code === 'too_many_requests')
    expect(refused).toEqual([...Array(allowed).fill(false), true])
  },
)
