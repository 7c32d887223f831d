import { bookmarks } from '@escola/contract/bookmarks.contract'
import { certificates } from '@escola/contract/certificates.contract'
import { learning } from '@escola/contract/learning.contract'
import { schools } from '@escola/contract/schools.contract'
import { threads } from '@escola/contract/threads.contract'
import { beforeAll, expect, it } from 'vitest'
import type { Person } from '../../testing/call.ts'
import { runFactor } from '../../testing/property-runs.ts'
import { type World, world } from '../../testing/world.ts'

type Role = 'visitor' | 'student' | 'administrator' | 'administrator who studies' | 'removed'
interface Profile {
  role: Role
  cohort: 'none' | 'public' | 'all' | 'lists' | 'another'
  /** With both lessons of the dripped module, before its day. */
  before: 'nothing' | 'finished' | 'took back'
}
interface Course {
  isPrivate: boolean
  isVisible: boolean
  isPublished: boolean
}
interface Lesson {
  isPrivate: boolean
  isVisible: boolean
  isDripped: boolean
}

/** The rule of access, in one place; everything below asks the server whether it says the same. */
function predictAccess(profile: Profile, course: Course) {
  const isAdmin = profile.role.startsWith('administrator')
  const isMember = isAdmin || profile.role === 'student'
  const inClass =
    profile.role !== 'removed' &&
    course.isPublished &&
    (profile.cohort === 'all' || profile.cohort === 'lists' || (profile.cohort === 'public' && !course.isPrivate))
  const mayEnter = profile.role === 'visitor' ? 'not_signed_in' : isMember ? 'ok' : 'school_not_found'
  const open = !course.isPublished ? 'degree_not_found' : isAdmin || inClass ? 'ok' : 'degree_forbidden'
  const isLent = ({ isPrivate }: Lesson) => isPrivate && profile.cohort === 'public'
  const lesson = (each: Lesson) => {
    if (mayEnter !== 'ok') return mayEnter
    if (open !== 'ok') return open
    if (!each.isVisible) return 'not_found'
    if (isAdmin) return 'ok'
    if (isLent(each)) return 'degree_lesson_restricted'
    return each.isDripped && profile.before === 'nothing' ? 'degree_lesson_locked' : 'ok'
  }
  const counts = (each: Lesson) => each.isVisible && (isAdmin || !isLent(each))
  const studentsOnly = (each: Lesson) => (isAdmin ? 'students_only' : lesson(each))
  return {
    course: mayEnter === 'ok' ? open : mayEnter,
    isOnHome: course.isPublished && (inClass || (course.isVisible && (isMember || !course.isPrivate))),
    isLockedOnHome: !isAdmin && !inClass,
    isGranted: inClass,
    lesson,
    counts,
    file: (each: Lesson) => (isAdmin ? 'ok' : lesson(each)),
    readThreads: lesson,
    ask: studentsOnly,
    reply: (each: Lesson) => (isAdmin ? 'ok' : lesson(each)),
    bookmark: studentsOnly,
    complete: studentsOnly,
    position: studentsOnly,
    /** Favourites are listed while the student has access to them, open today or not. */
    isKept: (each: Lesson) => inClass && each.isVisible && !isLent(each),
    isDone: (each: Lesson) => !isAdmin && lesson(each) === 'ok',
  }
}

const both = [false, true]
const kinds: Course[] = both.flatMap((isPrivate) =>
  both.flatMap((isVisible) => both.map((isPublished) => ({ isPrivate, isVisible, isPublished }))),
)
/** The lessons of each course: three in the first module, two in the second, which is months away. */
const lessons: Lesson[] = [
  { isPrivate: false, isVisible: true, isDripped: false },
  { isPrivate: true, isVisible: true, isDripped: false },
  { isPrivate: false, isVisible: false, isDripped: false },
  { isPrivate: false, isVisible: true, isDripped: true },
  { isPrivate: true, isVisible: true, isDripped: true },
]
const befores = ['nothing', 'finished', 'took back'] as const
const cohortKinds = ['none', 'public', 'all', 'lists', 'another'] as const
const people: Profile[] = [
  ...cohortKinds.flatMap((cohort) => befores.map((before) => ({ role: 'student' as const, cohort, before }))),
  { role: 'visitor', cohort: 'none', before: 'nothing' },
  { role: 'administrator', cohort: 'none', before: 'nothing' },
  { role: 'administrator who studies', cohort: 'public', before: 'nothing' },
  { role: 'removed', cohort: 'lists', before: 'finished' },
]

let w: World
let school: World['northside']
type MadeCourse = Awaited<ReturnType<World['northside']['make']['course']>> & Course
let madeCourses: MadeCourse[]
let fileId: string
let users: { profile: Profile; person: Person | undefined; threadOf: (lessonId: string) => string }[]

beforeAll(async () => {
  w = await world()
  school = await w.makeSchool('Acesso')
  const { make, tx } = school
  fileId = (await make.file()).id
  madeCourses = await Promise.all(
    kinds.map(async ({ isPrivate: is_private, isVisible: is_visible, isPublished: published }) => ({
      ...(await make.course({
        ...{ modules: [3, 2], published, is_private, is_visible },
        ...{ no_dripping: false, dripping_when: 'month' },
      })),
      ...{ isPrivate: is_private, isVisible: is_visible, isPublished: published },
    })),
  )
  const files = JSON.stringify([{ id: fileId, title: 'A', filename: 'a.pdf', type: 'application/pdf', size: 1 }])
  await tx(async (db) => {
    for (const [index, { isPrivate: is_private, isVisible: is_visible }] of lessons.entries())
      await db
        .updateTable('lessons')
        .set({ is_private, is_visible, files })
        .where((is) => is('id', '=', is.fn.any(is.val(madeCourses.map((course) => course.lessons[index]!.id)))))
        .execute()
  })
  const classes = {
    public: await make.cohort({ isPublic: true }),
    all: await make.cohort({ all: true }),
    lists: await make.cohort({ courses: madeCourses }),
    another: await make.cohort({ courses: [await make.course({ is_visible: false })] }),
  }
  users = await Promise.all(
    people.map(async (profile) => {
      if (profile.role === 'visitor') return { profile, person: undefined, threadOf: () => '1' }
      const person = await (profile.role.startsWith('administrator') ? make.admin() : make.student())
      if (profile.role === 'administrator who studies') await make.roles(person, { is_student: true })
      if (profile.cohort !== 'none') await make.enrollment(classes[profile.cohort], person)
      if (profile.role === 'removed') await make.roles(person, { is_student: false })
      const insertedThreads = await tx(async (db) => {
        const each = madeCourses.flatMap(({ id, lessons: own }) =>
          own.map((lesson) => ({ course_id: id, lesson_id: lesson.id })),
        )
        const ahead = madeCourses.map(({ id, lessons: own }) => ({
          ...{ user_id: person.userId, course_id: id },
          taken_back: own.slice(3).map((lesson) => lesson.id),
        }))
        const done = ahead.flatMap(({ taken_back, ...course }) =>
          taken_back.map((id) => ({ ...course, lesson_id: id })),
        )
        const kept = each.map((place) => ({ ...place, user_id: person.userId }))
        await db.insertInto('bookmarks').values(kept).execute()
        if (profile.before === 'finished') await db.insertInto('lesson_completions').values(done).execute()
        if (profile.before === 'took back') await db.insertInto('course_progress').values(ahead).execute()
        return db
          .insertInto('threads')
          .values(each.map((place) => ({ ...place, user_id: person.userId, message: '<p>Por quê?</p>' })))
          .returning(['id', 'lesson_id'])
          .execute()
      })
      return {
        profile,
        person,
        threadOf: (id: string) => insertedThreads.find(({ lesson_id }) => lesson_id === id)!.id,
      }
    }),
  )
  // Without this, the first visit would put all of these users into the public class.
  await tx((db) => db.updateTable('memberships').set({ was_in_public_cohort: true }).execute())
})

const codeOf = ({ status, error }: { status: number; error?: { code: string } }) => (status < 300 ? 'ok' : error!.code)

/** Calls about one lesson on every way to it. */
function waysTo({ person, threadOf }: (typeof users)[number], course: MadeCourse, index: number) {
  const lesson = course.lessons[index]!
  const as = person ? { as: person } : {}
  const place = { schoolId: school.id, contentLink: lesson.link, degreeLink: course.link, contentId: lesson.id }
  const query = { degreeLink: course.link }
  const message = '<p>E agora?</p>'
  const params = { ...place, threadId: threadOf(lesson.id), fileId }
  const metadata = { content: { [lesson.id]: { isComplete: true } } }
  return {
    lesson: () => w.call(learning.lesson, { ...as, params, body: { classLink: lesson.link } }),
    file: () => w.call(learning.fileLink, { ...as, params }),
    readThreads: () => w.call(threads.ofLesson, { ...as, params }),
    ask: () => w.call(threads.ask, { ...as, params, query, body: { message } }),
    reply: () => w.call(threads.reply, { ...as, params, query, body: { message } }),
    bookmark: () =>
      w.call(bookmarks.save, {
        ...as,
        params,
        body: { degreeId: course.id, contentId: lesson.id, isBookmark: true },
      }),
    complete: () =>
      w.call(learning.complete, {
        ...as,
        params,
        body: { contentId: lesson.id, degreeId: course.id, userDegree: { metadata } },
      }),
    position: () =>
      w.call(learning.savePosition, {
        ...as,
        params,
        body: { contentId: lesson.id, degreeId: course.id, position: 42 },
      }),
  }
}

const allWays = ['lesson', 'file', 'readThreads', 'ask', 'reply', 'bookmark', 'complete', 'position'] as const
type Way = (typeof allWays)[number]

/** Answers of the server about one lesson. The clicks on a course wait for each other anyway. */
async function askAll(user: (typeof users)[number], course: MadeCourse, index: number, ways: readonly Way[] = allWays) {
  const calls = waysTo(user, course, index)
  return Promise.all(ways.map(async (way) => [way, codeOf(await calls[way]())] as const))
}

const formatPercent = (part: number, all: number) =>
  all === 0 ? '0.00' : part === all ? '100.00' : ((part / all) * 100).toFixed(2)

/**
 * The ways on which a user goes to the lessons of a course. What came before the day of a module makes three students of each; one of them goes all ways to
 * a course that is not open, so that each kind of student has gone all ways to each course. Every user clicks on everything, for the lists that follow.
 */
function waysOf({ role, before }: Profile, course: MadeCourse): readonly Way[] {
  const isOpen = course.isPublished && course.isVisible
  const isTurn = madeCourses.indexOf(course) % befores.length === befores.indexOf(before)
  return role !== 'student' || isOpen || isTurn || runFactor > 1 ? allWays : ['complete']
}

it.each(people.map(({ role, cohort, before }, index) => [role, cohort, before, index] as const))(
  'is the same on every way to a lesson (%s, class: %s, before: %s)',
  async (_role, _cohort, _before, index) => {
    const user = users[index]!
    const wrong: string[] = []
    for (const course of madeCourses) {
      const expected = predictAccess(user.profile, course)
      for (const [place, lesson] of lessons.entries())
        for (const [way, code] of await askAll(user, course, place, waysOf(user.profile, course)))
          if (code !== expected[way](lesson))
            wrong.push(`${describe(user.profile, course, lesson)} ${way}: ${code}, not ${expected[way](lesson)}`)
    }
    expect(wrong).toEqual([])
  },
)

const describe = (profile: Profile, { isPrivate, isVisible, isPublished }: Course, lesson?: Lesson) =>
  JSON.stringify({ profile, course: { isPrivate, isVisible, isPublished }, lesson })

it('is the same in every list and count, once every user has done what they may', async () => {
  const wrong: string[] = []
  const compare = (place: string, actual: unknown, expected: unknown, profile: Profile, course: Course) => {
    if (JSON.stringify(actual) !== JSON.stringify(expected))
      wrong.push(`${describe(profile, course)} ${place}: ${JSON.stringify(actual)}, not ${JSON.stringify(expected)}`)
  }
  for (const { profile, person } of users) {
    const input = { ...(person && { as: person }), params: { schoolId: school.id } }
    const home = (await w.call(learning.home, input)).body.categories.flatMap(({ degrees }) => degrees)
    const kept = (await w.call(bookmarks.mine, input)).body.bookmarks ?? []
    const earned = (await w.call(certificates.mine, input)).body.certificates ?? []
    const query = { domain: 'localhost', pathname: `/escola/${school.id}` }
    const { acl } = (await w.call(schools.context, { ...(person && { as: person }), query })).body
    for (const course of madeCourses) {
      const expected = predictAccess(profile, course)
      const counted = lessons.filter(expected.counts)
      const done = counted.filter(expected.isDone)
      const progress = formatPercent(done.length, counted.length)
      const card = home.find(({ id }) => id === course.id)
      compare('on home', card !== undefined, expected.isOnHome, profile, course)
      if (card && expected.isLockedOnHome) compare('card', card.state, 'locked', profile, course)
      else if (card) {
        const state = done.length === 0 ? 'start' : done.length === counted.length ? 'done' : 'continue'
        compare('card', [card.state, card.lessons, card.progress], [state, counted.length, progress], profile, course)
      }
      const { body, ...answer } = await w.call(learning.course, {
        ...input,
        params: { ...input.params, degreeLink: course.link },
      })
      compare('course', codeOf(answer), expected.course, profile, course)
      if (answer.status === 200) {
        compare('progress', body.degree.progress, progress, profile, course)
        compare(
          'course list',
          body.degree.modules.flatMap(({ content }) =>
            content.map((each) => [each.isComplete, each.dripped, each.restricted === true]),
          ),
          lessons
            .filter(({ isVisible }) => isVisible)
            .map((each) => {
              const code = expected.lesson(each)
              return [expected.isDone(each), code === 'degree_lesson_locked', code === 'degree_lesson_restricted']
            }),
          profile,
          course,
        )
        const missing = lessons.filter((each) => expected.counts(each) && !expected.isDone(each))
        const next = lessons.indexOf(
          missing.find((each) => expected.lesson(each) === 'ok') ?? missing[0] ?? lessons[0]!,
        )
        compare('next', body.degree.nextContentLink, course.lessons[next]!.link, profile, course)
      }
      const own = kept.filter(({ degree_id }) => degree_id === course.id).map(({ content_id }) => content_id)
      const mayKeep = course.lessons.filter((_, index) => expected.isKept(lessons[index]!))
      compare('favourites', own.sort(), mayKeep.map(({ id }) => id).sort(), profile, course)
      const isFinished = expected.isGranted && profile.before !== 'nothing' && profile.role === 'student'
      compare(
        'certificate',
        earned.some(({ degree_id }) => degree_id === course.id),
        isFinished,
        profile,
        course,
      )
      const studiesHere = profile.role === 'student' || profile.role === 'administrator who studies'
      compare(
        'context',
        acl.school_gateways.allDegrees.includes(course.id),
        studiesHere && expected.isGranted,
        profile,
        course,
      )
      if (profile.role === 'student' && expected.isGranted)
        compare('context progress', acl.degrees[course.id]?.progress, progress, profile, course)
    }
  }
  expect(wrong).toEqual([])
})

it('is given to no user in a school that is blocked', async () => {
  const outcomes = async () => {
    const codes = new Set<string>()
    for (const user of users.filter(({ person }) => person))
      for (const [, code] of await askAll(user, madeCourses[3]!, 0)) codes.add(code)
    return codes
  }
  await school.tx((db) => db.updateTable('schools').set({ is_blocked: true }).execute())
  const home = await w.call(learning.home, { params: { schoolId: school.id } })
  expect(home.error.code).toBe('school_blocked')
  await expect.poll(outcomes).toEqual(new Set(['school_blocked', 'school_not_found']))
})
