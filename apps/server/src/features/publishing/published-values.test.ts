import { learning } from '@escola/contract/learning.contract'
import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import type { Attended } from '../../core/scope.ts'
import { attendedBy } from '../../testing/attended.ts'
import { type World, world } from '../../testing/world.ts'
import { saveBookmark } from '../bookmarks/bookmarks.service.ts'
import { saveCourse } from '../courses/courses.service.ts'
import { getHome } from '../learning/home.service.ts'
import { getCourse, getLesson, type LearningTools } from '../learning/learning.service.ts'
import { Outlines } from '../learning/outlines.service.ts'
import * as lessonService from '../lessons/lessons.service.ts'
import { discardDrafts, publishCourse, unpublishCourse } from './publishing.service.ts'

/** Texts that may be written in a course and in a lesson. */
interface Text {
  title: string
  description: string
}
interface LessonText extends Text {
  is_visible: boolean
}
interface Page {
  text: Text
  order: string[]
  /** All modules that ever were; those that the order doesn't list are removed. */
  modules: Map<string, { title: string; lessons: string[] }>
}

/** Meaning of drafts over published values, without any database. */
class Model {
  page: Page
  lessons = new Map<string, LessonText>()
  /** The students' view: the page and the lessons as they were published. */
  live: { page: Page; lessons: Map<string, LessonText> } | undefined
  /** Lessons that were published since the course was last taken back. */
  seen = new Set<string>()
  constructor(text: Text) {
    this.page = { text, order: [], modules: new Map() }
  }
  listed = ({ order, modules } = this.page) => order.flatMap((id) => modules.get(id)!.lessons)
  /** A lesson is in one module at most. */
  place(lesson: string, module?: string, at = 0) {
    for (const one of this.page.modules.values()) one.lessons = one.lessons.filter((id) => id !== lesson)
    if (module) this.page.modules.get(module)!.lessons.splice(at, 0, lesson)
  }
  publish() {
    this.live = structuredClone({ page: this.page, lessons: this.lessons })
    for (const id of this.listed()) this.seen.add(id)
  }
  unpublish() {
    this.live = undefined
    this.seen.clear()
  }
  /** Back to what students see; lessons that they never saw stay where they are. */
  discard() {
    if (!this.live) return
    const { page, lessons } = structuredClone(this.live)
    for (const id of this.listed(page)) this.lessons.set(id, lessons.get(id)!)
    for (const [id, { title, lessons }] of [...this.page.modules].sort(
      ([one], [other]) => Number(one) - Number(other),
    )) {
      const unseen = lessons.filter((lesson) => !this.seen.has(lesson))
      const isLive = page.order.includes(id)
      if (isLive) page.modules.get(id)!.lessons.push(...unseen)
      else page.modules.set(id, { title, lessons: unseen })
      if (!isLive && unseen.length && this.page.order.includes(id)) page.order.push(id)
    }
    this.page = page
  }
  /** Modules with the lessons that students find in them. */
  shown = () =>
    (this.live?.page.order ?? []).flatMap((id) => {
      const { page, lessons } = this.live!
      const { title, lessons: ids } = page.modules.get(id)!
      const content = ids.filter((lesson) => lessons.get(lesson)!.is_visible)
      return content.length ? [{ id, title, content: content.map((one) => ({ id: one, ...lessons.get(one)! })) }] : []
    })
}

const deeds = [
  ...['writeCourse', 'writeModule', 'writeLesson', 'writeLesson', 'hideLesson', 'dragLesson', 'dragLesson'],
  ...['dragModule', 'addModule', 'addLesson', 'addLesson', 'removeLesson', 'removeModule', 'bringBack'],
  ...['publish', 'publish', 'publish', 'discard', 'unpublish'],
] as const
const step = fc.record({ deed: fc.constantFrom(...deeds), one: fc.nat(), other: fc.nat(), text: fc.nat(999) })
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

let w: World
let admin: Attended
let student: Attended
let tools: LearningTools
beforeAll(async () => {
  w = await world()
  const { northside } = w
  admin = attendedBy(northside, northside.admin, { isAdmin: true })
  student = attendedBy(northside, northside.student)
  tools = { ...w.tools, outlines: new Outlines() }
  await northside.make.enrollment(await northside.make.cohort({ all: true }), northside.student)
})

type Author = Awaited<ReturnType<typeof saveCourse>>['degree']

/** One course, its author's hands on it, and the model beside it. */
class Run {
  author: Author
  model: Model
  /** Each lesson's newest link and version. */
  contents = new Map<string, { link: string; version: number }>()
  refs = 0
  constructor(author: Author) {
    this.author = author
    this.model = new Model({ title: author.title, description: '' })
  }
  get id() {
    return this.author.id
  }
  async save(change: Partial<Parameters<typeof saveCourse>[1]>) {
    const { link, version } = this.author
    this.author = (await saveCourse(admin, { link, id: this.id, version, ...change }, tools)).degree
  }
  async saveLesson(id: string, change: Partial<LessonText> & { module_id?: string }) {
    const { link: lessonLink } = this.contents.get(id) ?? { link: '0' }
    const isNew = lessonLink === '0'
    const asked = isNew ? {} : { id, version: (await this.readLesson(id)).version }
    const { content, degree } = await lessonService.saveLesson(
      admin,
      { lessonLink, degree_id: this.id, ...asked, ...change },
      tools,
    )
    this.contents.set(content.id, content)
    this.author = degree
    return content
  }
  readLesson = async (id: string) =>
    (await lessonService.getLesson(admin, this.author.link, this.contents.get(id)!.link)).content
  /** All that an editor sends of modules and lessons, after every drag. */
  sendOutline() {
    const { order, modules } = this.model.page
    return this.save({
      moduleOrder: order,
      contentOrderByModule: Object.fromEntries(order.map((id) => [id, modules.get(id)!.lessons])),
    })
  }

  async take({ deed, one, other, text }: Step) {
    const { model } = this
    const { page } = model
    const pick = <T>(list: T[], by: number) => (list.length ? list[by % list.length] : undefined)
    const module = pick(page.order, other)
    const lesson = pick(model.listed(), one)
    switch (deed) {
      case 'writeCourse':
        page.text = { title: `Curso ${text}`, description: `<p>Sobre ${one}</p>` }
        return this.save(page.text)
      case 'writeModule':
        if (!module) return
        page.modules.get(module)!.title = `Módulo ${text}`
        return this.save({ modules: [{ id: module, title: `Módulo ${text}`, alwaysAvailable: one % 2 === 0 }] })
      case 'writeLesson':
      case 'hideLesson': {
        if (!lesson) return
        const change = deed === 'hideLesson' ? { is_visible: text % 2 === 0 } : lessonText(text)
        model.lessons.set(lesson, { ...model.lessons.get(lesson)!, ...change })
        return this.saveLesson(lesson, change)
      }
      case 'dragLesson':
        if (!lesson || !module) return
        model.place(lesson, module, one % (page.modules.get(module)!.lessons.length + 1))
        return this.sendOutline()
      case 'dragModule':
        if (!module) return
        page.order = page.order.filter((id) => id !== module).toSpliced(one % page.order.length, 0, module)
        return this.sendOutline()
      case 'addModule': {
        const title = `Módulo novo ${text}`
        await this.save({ modules: [{ id: `new-${this.refs++}`, title, alwaysAvailable: false }] })
        const { id } = this.author.modules.at(-1)!
        page.modules.set(id, { title, lessons: [] })
        page.order.push(id)
        return
      }
      case 'addLesson': {
        if (!module) return
        const { id } = await this.saveLesson('', { module_id: module, ...lessonText(text) })
        model.lessons.set(id, { is_visible: true, ...lessonText(text) })
        return model.place(id, module, page.modules.get(module)!.lessons.length)
      }
      case 'removeLesson':
        if (!lesson) return
        model.place(lesson)
        return this.sendOutline()
      case 'removeModule':
        if (!module) return
        page.order = page.order.filter((id) => id !== module)
        return this.sendOutline()
      case 'bringBack': {
        const away = pick(
          [...model.lessons.keys()].filter((id) => !model.listed().includes(id)),
          one,
        )
        if (!away || !module) return
        model.place(away, module)
        return this.sendOutline()
      }
      case 'publish':
        model.publish()
        this.author = (await publishCourse(admin, this.id, tools)).degree
        return
      case 'unpublish':
        model.unpublish()
        this.author = (await unpublishCourse(admin, this.id)).degree
        return
      case 'discard':
        model.discard()
        this.author = (await discardDrafts(admin, this.id)).degree
    }
  }

  /** Each lesson is where its author put it. */
  checkAuthor() {
    const { page } = this.model
    expect(this.author).toMatchObject(page.text)
    expect(this.author.modules.map(({ id, title, content }) => [id, title, content.map((each) => each.id)])).toEqual(
      page.order.map((id) => [id, page.modules.get(id)!.title, page.modules.get(id)!.lessons]),
    )
  }

  /** Each lesson that ever was has the text that was last written in it. */
  async checkLessons() {
    for (const [id, text] of this.model.lessons) expect(await this.readLesson(id)).toMatchObject(text)
  }

  /** Students read and count published values, and nothing else. */
  async checkStudent(by: number) {
    const { live } = this.model
    const modules = this.model.shown()
    const shown = modules.flatMap(({ content }) => content)
    const { categories } = await getHome(student)
    const card = categories.flatMap(({ degrees }) => degrees).find(({ id }) => id === this.id)
    const asked = { degreeLink: this.author.link }
    if (!live) {
      expect(card).toBeUndefined()
      return expect(getCourse(student, asked.degreeLink, tools)).rejects.toMatchObject({ code: 'degree_not_found' })
    }
    expect(card).toMatchObject({ title: live.page.text.title, lessons: shown.length })
    const { degree } = learning.course.response.parse(
      JSON.parse((await getCourse(student, asked.degreeLink, tools)).json),
    )
    expect(degree).toMatchObject({ ...live.page.text, nextContentLink: degree.modules[0]?.content[0]?.link ?? null })
    expect(
      degree.modules.map(({ id, title, content }) => [id, title, content.map((each) => [each.id, each.title])]),
    ).toEqual(modules.map(({ id, title, content }) => [id, title, content.map((each) => [each.id, each.title])]))
    const one = [...this.model.lessons.keys()][by % this.model.lessons.size]
    if (one === undefined) return
    const wanted = shown.find(({ id }) => id === one)
    const answer = getLesson(student, { ...asked, lessonLink: this.contents.get(one)!.link }, tools)
    if (!wanted) return expect(answer).rejects.toMatchObject({ status: 404 })
    const { content } = learning.lesson.response.parse(JSON.parse((await answer).json))
    expect(content).toMatchObject({ title: wanted.title, description: wanted.description })
    const kept = { degreeId: this.id, contentId: one, isBookmark: true }
    const { bookmarks } = await saveBookmark(student, kept, tools)
    expect(bookmarks.find(({ content_id }) => content_id === one)?.title).toBe(wanted.title)
  }
}

const lessonText = (number: number) => ({ title: `Aula ${number}`, description: `<p>Texto ${number}</p>` })

it('shows students what was published and nothing else, and loses no lesson, whatever an author does', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 100, maxLength: 100 }), async (steps) => {
      const { degree } = await saveCourse(admin, { link: '0', title: 'Curso' }, tools)
      const run = new Run(degree)
      for (const one of steps) {
        await run.take(one)
        run.checkAuthor()
        await run.checkStudent(one.one)
      }
      await run.checkLessons()
    }),
    { numRuns: 10, endOnFailure: true },
  )
}, 180_000)
