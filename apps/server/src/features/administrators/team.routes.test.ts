import { randomUUID } from 'node:crypto'
import { administrators } from '@escola/contract/administrators.contract'
import type { TeamRole } from '@escola/contract/permissions'
import { refusals } from '@escola/contract/refusals'
import { schools } from '@escola/contract/schools.contract'
import { seenPlaceHeader, writeSeenPlace } from '@escola/contract/seen-place'
import { students } from '@escola/contract/students.contract'
import { beforeAll, expect, it } from 'vitest'
import type { Person } from '../../testing/call.ts'
import { openTransaction, untilWaiting } from '../../testing/waiting-transactions.ts'
import { type World, world } from '../../testing/world.ts'

let w: World
beforeAll(async () => {
  w = await world()
})

/** A school with one owner, one moderator and one course. */
async function makeTeam() {
  const school = await w.makeSchool('Equipe')
  await school.tx((db) => db.updateTable('schools').set({ has_multiple_users: true }).execute())
  const { admin } = school
  const course = await school.make.course({ title: 'Pães' })
  const save = (
    person: Person,
    place: { roles: TeamRole[]; degree_ids?: string[]; may_publish?: boolean },
    as: Person = admin,
  ) =>
    w.call(administrators.saveRoles, {
      as,
      body: { user_id: person.userId, degree_ids: [], may_publish: true, ...place },
    })
  return {
    ...school,
    course,
    member: await school.makeTeamMember({ roles: ['moderator'] }),
    save,
    add: (more: object, as: Person = admin) =>
      w.call(administrators.add, {
        as,
        body: { name: 'Nova Pessoa', email: `nova.${randomUUID().slice(0, 8)}@example.com`, ...more },
      }),
    remove: (person: Person, as: Person = admin) =>
      w.call(administrators.remove, { as, body: { user_id: person.userId } }),
    handOver: (person: Person, steps_down: boolean, as: Person = admin) =>
      w.call(administrators.handOver, { as, body: { user_id: person.userId, steps_down } }),
    list: async (as: Person = admin) => (await w.call(administrators.list, { as })).body.users.list,
    rolesOf: async ({ userId }: Person, as: Person = admin) =>
      (await w.call(administrators.list, { as })).body.users.list.find((each) => each.user_id === userId)?.team_roles,
    mails: async (kind: string) =>
      (
        await school.tx((db) =>
          db
            .selectFrom('messages')
            .select('user_id')
            .where('kind', '=', kind as never)
            .orderBy('user_id')
            .execute(),
        )
      ).map(({ user_id }) => user_id),
  }
}
const contextOf = async (as: Person, headers = {}) =>
  (
    await w.call(schools.context, {
      as,
      headers,
      query: { domain: 'localhost', pathname: `/escola/${as.schoolId}` },
    })
  ).body

it('makes less than an owner: roles that others include fall, and courses are kept for a course teacher alone', async () => {
  const { add, list, course, mails, admin } = await makeTeam()
  const { body } = await add({ roles: ['course_teacher', 'attendant'], degree_ids: [course.id], may_publish: false })
  expect(body.user).toMatchObject({
    team_roles: ['course_teacher', 'attendant'],
    degrees: [{ id: course.id, title: 'Pães' }],
    may_publish: false,
    has_factor: false,
    is_invited: true,
    utc_seen_on: null,
  })
  const teacher = await add({ roles: ['course_teacher', 'teacher', 'moderator'], degree_ids: [course.id] })
  expect(teacher.body.user).toMatchObject({ team_roles: ['teacher'], degrees: [] })
  const administrator = await add({ roles: ['administrator', 'moderator', 'treasurer'], may_publish: false })
  expect(administrator.body.user).toMatchObject({ team_roles: ['administrator', 'treasurer'], may_publish: true })
  expect(await list()).toHaveLength(5)
  // The owner alone is warned, of each.
  expect(await mails('administrator_added')).toEqual([admin.userId, admin.userId, admin.userId])
})

it('takes courses of the school alone, and one at least of a course teacher', async () => {
  const { add, list, save, member } = await makeTeam()
  const foreign = await w.northside.make.course()
  for (const [degree_ids, why] of [
    [[], refusals.roleCourseMissing],
    [[foreign.id], refusals.roleCourseGone],
    [Array.from({ length: 201 }, (_, index) => String(index + 1)), refusals.roleCoursesMany],
  ] as const) {
    const place = { roles: ['course_teacher'] as TeamRole[], degree_ids: [...degree_ids] }
    for (const { status, error } of [await add(place), await save(member, place)])
      expect([status, error.fields]).toEqual([400, { degree_ids: why }])
  }
  expect((await save(member, { roles: [] })).error.fields).toEqual({ roles: refusals.roleMissing })
  expect(await list()).toHaveLength(2)
})

it('is changed by owners alone', async () => {
  const { makeTeamMember, member, add, save, remove, handOver, rolesOf } = await makeTeam()
  const administrator = await makeTeamMember({ roles: ['administrator', 'treasurer'] })
  for (const as of [administrator, member])
    for (const { status, error } of [
      await add({}, as),
      await save(member, { roles: ['owner'] }, as),
      await remove(member, as),
      await handOver(member, false, as),
    ])
      expect([status, error.code]).toEqual([403, 'permission_needed'])
  expect(await rolesOf(member)).toEqual(['moderator'])
})

it('says what a member may do at once, and tells them once by mail', async () => {
  const { member, save, course, mails, admin, rolesOf } = await makeTeam()
  expect((await w.call(students.list, { as: member })).error.code).toBe('permission_needed')
  const place = { roles: ['course_teacher', 'attendant'] as TeamRole[], degree_ids: [course.id] }
  expect((await save(member, place)).status).toBe(200)
  expect((await save(member, place)).status).toBe(200)
  expect(await mails('team_place_changed')).toEqual([member.userId])
  await expect.poll(async () => (await w.call(students.list, { as: member })).status, { interval: 50 }).toBe(200)
  expect((await contextOf(member)).team).toMatchObject({ roles: place.roles, degree_ids: [course.id] })
  // A new owner is told as one, and so are the others.
  await save(member, { roles: ['owner'] })
  expect(await mails('owner_named')).toEqual([admin.userId, member.userId].sort((a, b) => Number(a) - Number(b)))
  expect(await rolesOf(member)).toEqual(['owner'])
  const own = await save(admin, { roles: ['moderator'] })
  expect([own.status, own.error.fields]).toEqual([400, { user_id: refusals.ownRoles }])
})

it('passes the school on, and the owner who steps down administers it from then on', async () => {
  const { member, handOver, admin, mails, student, rolesOf } = await makeTeam()
  expect((await handOver(admin, true)).error.fields).toEqual({ user_id: refusals.handToOneself })
  expect((await handOver(student, true)).status).toBe(404)
  expect((await handOver(member, true)).status).toBe(200)
  expect([await rolesOf(admin, member), await rolesOf(member, member)]).toEqual([['administrator'], ['owner']])
  expect(await mails('owner_named')).toEqual([admin.userId, member.userId].sort((a, b) => Number(a) - Number(b)))
  await expect.poll(async () => (await handOver(member, true)).error?.code, { interval: 50 }).toBe('permission_needed')
})

it('keeps one of two owners who take the role from each other at the same moment', async () => {
  const { id, admin, save, makeTeamMember } = await makeTeam()
  const other = await makeTeamMember({ roles: ['owner'] })
  const held = await openTransaction(
    w.databaseUrl,
    'select from memberships where school_id = $1 and is_admin for update',
    [id],
  )
  const both = Promise.all([save(other, { roles: ['teacher'] }, admin), save(admin, { roles: ['teacher'] }, other)])
  await untilWaiting(w.databaseUrl, 2)
  await held.commit()
  expect((await both).map(({ status }) => status).sort()).toEqual([200, 403])
})

it('lets the platform name an owner where none is left to do so, and never leaves a school without one', async () => {
  const { add, remove, save, admin, member, mails, tx } = await makeTeam()
  await tx((db) => db.updateTable('schools').set({ has_multiple_users: false }).execute())
  const platform = { ...(await w.makePlatformPerson()), email: '', schoolId: admin.schoolId }
  for (const { status, error } of [await remove(admin, platform), await save(admin, { roles: ['teacher'] }, platform)])
    expect([status, error.fields]).toEqual([400, { user_id: refusals.lastOwner }])
  expect((await add({}, platform)).status).toBe(200)
  expect((await remove(admin, platform)).status).toBe(200)
  expect(await mails('administrator_added')).toEqual(
    [admin.userId, member.userId].sort((a, b) => Number(a) - Number(b)),
  )
})

it('shows an owner the school in another place, and changes nothing there', async () => {
  const { admin, member, course, id, save } = await makeTeam()
  const place = { schoolId: id, roles: ['course_teacher'] as TeamRole[], courseIds: [course.id], mayPublish: false }
  const headers = { [seenPlaceHeader]: writeSeenPlace(place) }
  const own = { roles: ['course_teacher'], degree_ids: [course.id], may_publish: false, seen: true }
  expect((await contextOf(admin, headers)).team).toMatchObject(own)
  expect((await w.call(students.list, { as: admin, headers })).error.code).toBe('permission_needed')
  const body = { user_id: member.userId, roles: ['teacher' as const], degree_ids: [], may_publish: true }
  expect((await w.call(administrators.saveRoles, { as: admin, headers, body })).error.code).toBe('view_of_role')
  // A moderator can't raise themselves by the header.
  const greater = { [seenPlaceHeader]: writeSeenPlace({ ...place, roles: ['owner'] }) }
  expect((await w.call(students.list, { as: member, headers: greater })).error.code).toBe('permission_needed')
  for (const broken of [';;;', `${id};chief;;1`, `${id};teacher;x;1`, `${w.riverside.id};teacher;;1`])
    expect((await w.call(students.list, { as: admin, headers: { [seenPlaceHeader]: broken } })).status).toBe(200)
  expect((await save(member, { roles: ['teacher'] })).status).toBe(200)
})

it('records when a member was last there', async () => {
  const { member, list } = await makeTeam()
  await contextOf(member)
  const seen = (await list()).find(({ user_id }) => user_id === member.userId)
  expect([seen?.utc_seen_on, seen?.role]).toEqual([expect.any(String), ['admin']])
})
