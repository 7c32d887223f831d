import { courses } from '@escola/contract/courses.contract'
import { hostileRichText } from '@escola/contract/hostile-rich-text.testing'
import { learning } from '@escola/contract/learning.contract'
import { lessons } from '@escola/contract/lessons.contract'
import { pages } from '@escola/contract/pages.contract'
import { profiles } from '@escola/contract/profiles.contract'
import { threads } from '@escola/contract/threads.contract'
import { expect, it } from 'vitest'
import { makeLearningSchool } from '../features/learning/learning.testing.ts'
import { world } from '../testing/world.ts'
import { sanitizeRichText } from './sanitize-rich-text.ts'

/** One text of many, each behind a word that says where it is. */
const joined = (texts: string[]) => texts.map((text) => `<p>antes</p>${text}`).join('\n')
const batches = Array.from({ length: Math.ceil(hostileRichText.length / 30) }, (_, at) =>
  joined(hostileRichText.slice(at * 30, at * 30 + 30)),
)

/** Every call that takes a text, and what those who read it are answered. */
async function places() {
  const { call } = await world()
  const { school, course, student } = await makeLearningSchool()
  const { admin } = school
  const [lesson] = course.lessons
  let version = 1
  const inLesson = { contentLink: lesson!.link }
  const query = { degreeLink: course.link }
  const publish = () => call(courses.publish, { as: admin, params: { link: course.link }, body: { id: course.id } })
  const { link } = await school.tx((db) =>
    db.selectFrom('memberships').select('link').where('user_id', '=', student.userId).executeTakeFirstOrThrow(),
  )
  return {
    async lesson(description: string) {
      const params = { courseLink: course.link, lessonLink: lesson!.link }
      const body = { degree_id: course.id, version, description }
      const saved = await call(lessons.save, { as: admin, params, body })
      version = saved.body.content.version
      await publish()
      const read = await call(learning.lesson, {
        as: student,
        params: { degreeLink: course.link },
        body: { classLink: lesson!.link },
      })
      return [saved.body.content.description, read.body.content!.description]
    },
    async course(description: string) {
      const { degree } = (await call(courses.get, { as: admin, params: { link: course.link } })).body
      const body = { id: course.id, version: degree.version, description }
      const saved = await call(courses.save, { as: admin, params: { link: course.link }, body })
      await publish()
      const read = await call(learning.course, { as: student, params: { degreeLink: course.link } })
      return [saved.body.degree.description, read.body.degree.description]
    },
    async question(message: string) {
      const answer = await call(threads.ask, { as: student, params: inLesson, query, body: { message } })
      const { id, message: question } = answer.body.threads[0]!
      const params = { ...inLesson, threadId: id }
      await call(threads.reply, { as: admin, params, query, body: { message } })
      const read = await call(threads.ofLesson, { as: student, params: { ...inLesson, ...query } })
      return [question, read.body.threads[0]!.subthreads[0]!.message]
    },
    async page(html: string) {
      const params = { page: 'sobre' }
      const saved = await call(pages.save, { as: admin, params, body: { html } })
      return [saved.body.html, (await call(pages.get, { as: student, params })).body.html]
    },
    async profile(text: string) {
      const profile_description = text.slice(0, 5000)
      const saved = await call(profiles.saveDescription, { as: student, body: { profile_description } })
      const read = await call(profiles.get, { as: admin, params: { schoolId: school.id, link } })
      return [saved.body.user.profile_description, read.body.user.profile_description]
    },
  }
}

it.each(['lesson', 'course', 'question', 'page', 'profile'] as const)(
  'keeps of a hostile %s what is harmless',
  async (place) => {
    const write = (await places())[place]
    for (const batch of batches) {
      const clean = sanitizeRichText(place === 'profile' ? batch.slice(0, 5000) : batch)
      expect(clean).toContain('antes')
      expect(await write(batch)).toEqual([clean, clean])
    }
  },
)
