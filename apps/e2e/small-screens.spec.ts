import { courses } from '@escola/contract/courses.contract'
import { expect } from '@playwright/test'
import { callsOf } from './api.ts'
import { makeSchool } from './school.ts'
import { test } from './visitor.ts'

/** A window of 1280 px at four times its size. */
const viewport = { width: 320, height: 640 }

test('the longest of words ends in the cover that is drawn of it', async ({ open }) => {
  const { base, schoolId, degree, ownerToken, makeStudent } = await makeSchool()
  const title = 'Pneumoultramicroscopicossilicovulcanoconiose'.repeat(2)
  const owner = callsOf(ownerToken)
  const params = { schoolId, link: degree.link }
  const { version } = (await owner(courses.get, { params })).degree
  const { degree: saved } = await owner(courses.save, { params, body: { id: degree.id, version, title } })
  await owner(courses.publish, { params: { schoolId, link: saved.link }, body: { id: degree.id } })
  const page = await open({ viewport }, await makeStudent('Ana Paula Prado'))
  await page.goto(base)
  const drawn = page.locator('main').locator('[aria-hidden=true]').filter({ hasText: title }).first()
  await expect(drawn).toBeVisible()
  const { across, right, frame } = await drawn.evaluate((text) => ({
    across: text.scrollWidth - text.clientWidth,
    right: text.getBoundingClientRect().right,
    frame: text.parentElement!.getBoundingClientRect().right,
  }))
  expect(across).toBe(0)
  expect(right).toBeLessThan(frame)
})
