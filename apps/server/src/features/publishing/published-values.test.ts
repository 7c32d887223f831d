import { learning } from '@escola/contract/learning.contract'
import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import type { Attended } from '../../core/scope.ts'
import { makeAttended } from '../../testing/member-scope.ts'
import { runsOf } from '../../testing/property-runs.ts'
import { type World, world } from '../../testing/world.ts'
import { saveBookmark } from '../bookmarks/bookmarks.service.ts'
import { saveCourse } from '../courses/courses.service.ts'
import { getHome } from '../learning/home.service.ts'
import { getCourse, getLesson, type LearningTools } from '../learning/learning.service.ts'
import { Outlines } from '../learning/outlines.service.ts'
import * as lessonService from '../lessons/lessons.service.ts'
import { listDueCourses } from '../practice/due-questions.service.ts'
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
  /** All modules that ever were; modules that the order doesn't list are removed. */
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
    for (const module of this.page.modules.values()) module.lessons = module.lessons.filter((id) => id !== lesson)
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
  /** Goes back to what students see; lessons that they never saw stay where they are. */
  discard() {
    if (!this.live) return
    const { page, lessons } = structuredClone(this.live)
    for (const id of this.listed(page)) this.lessons.set(id, lessons.get(id)!)
    for (const [id, { title, lessons }] of [...this.page.modules].sort(
      ([left], [right]) => Number(left) - Number(right),
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
      return content.length
        ? [{ id, title, content: content.map((lesson) => ({ id: lesson, ...lessons.get(lesson)! })) }]
        : []
    })
}

const actions = [
  ...['writeCourse', 'writeModule', 'writeLesson', 'writeLesson', 'hideLesson', 'dragLesson', 'dragLesson'],
  ...['dragModule', 'addModule', 'addLesson', 'addLesson', 'removeLesson', 'removeModule', 'restore'],
  ...['publish', 'publish', 'publish', 'discard', 'unpublish'],
] as const
const step = fc.record({
  action: fc.constantFrom(...actions),
  firstNumber: fc.nat(),
  secondNumber: fc.nat(),
  text: fc.nat(999),
})
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

let w: World
let admin: Attended
let student: Attended
let tools: LearningTools
beforeAll(async () => {
  w = await world()
  const { northside } = w
  admin = makeAttended(northside, northside.admin, { roles: ['owner'] })
  student = makeAttended(northside, northside.student)
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
    const versionInput = isNew ? {} : { id, version: (await this.readLesson(id)).version }
    const { content, degree } = await lessonService.saveLesson(
      admin,
      { lessonLink, degree_id: this.id, ...versionInput, ...change },
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

  async runStep({ action, firstNumber, secondNumber, text }: Step) {
    const { model } = this
    const { page } = model
    const pick = <T>(list: T[], by: number) => (list.length ? list[by % list.length] : undefined)
    const module = pick(page.order, secondNumber)
    const lesson = pick(model.listed(), firstNumber)
    switch (action) {
      case 'writeCourse':
        page.text = { title: `Curso ${text}`, description: `<p>Sobre ${firstNumber}</p>` }
        return this.save(page.text)
      case 'writeModule':
        if (!module) return
        page.modules.get(module)!.title = `Módulo ${text}`
        return this.save({ modules: [{ id: module, title: `Módulo ${text}`, alwaysAvailable: firstNumber % 2 === 0 }] })
      case 'writeLesson':
      case 'hideLesson': {
        if (!lesson) return
        const change = action === 'hideLesson' ? { is_visible: text % 2 === 0 } : lessonText(text)
        model.lessons.set(lesson, { ...model.lessons.get(lesson)!, ...change })
        return this.saveLesson(lesson, change)
      }
      case 'dragLesson':
        if (!lesson || !module) return
        model.place(lesson, module, firstNumber % (page.modules.get(module)!.lessons.length + 1))
        return this.sendOutline()
      case 'dragModule':
        if (!module) return
        page.order = page.order.filter((id) => id !== module).toSpliced(firstNumber % page.order.length, 0, module)
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
      case 'restore': {
        const unlisted = pick(
          [...model.lessons.keys()].filter((id) => !model.listed().includes(id)),
          firstNumber,
        )
        if (!unlisted || !module) return
        model.place(unlisted, module)
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
        this.author = (await discardDrafts(admin, this.id, tools)).degree
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
    const { categories } = await getHome(student, { ...tools, listDueCourses })
    const card = categories.flatMap(({ degrees }) => degrees).find(({ id }) => id === this.id)
    const courseKey = { degreeLink: this.author.link }
    if (!live) {
      expect(card).toBeUndefined()
      return expect(getCourse(student, courseKey.degreeLink, tools)).rejects.toMatchObject({ code: 'degree_not_found' })
    }
    expect(card).toMatchObject({ title: live.page.text.title, lessons: shown.length })
    const { degree } = learning.course.response.parse(
      JSON.parse((await getCourse(student, courseKey.degreeLink, tools)).json),
    )
    expect(degree).toMatchObject({ ...live.page.text, nextContentLink: degree.modules[0]?.content[0]?.link ?? null })
    expect(
      degree.modules.map(({ id, title, content }) => [id, title, content.map((each) => [each.id, each.title])]),
    ).toEqual(modules.map(({ id, title, content }) => [id, title, content.map((each) => [each.id, each.title])]))
    const lessonId = [...this.model.lessons.keys()][by % this.model.lessons.size]
    if (lessonId === undefined) return
    const published = shown.find(({ id }) => id === lessonId)
    const answer = getLesson(student, { ...courseKey, lessonLink: this.contents.get(lessonId)!.link }, tools)
    if (!published) return expect(answer).rejects.toMatchObject({ status: 404 })
    const { content } = learning.lesson.response.parse(JSON.parse((await answer).json))
    expect(content).toMatchObject({ title: published.title, description: published.description })
    const bookmark = { degreeId: this.id, contentId: lessonId, isBookmark: true }
    const { bookmarks } = await saveBookmark(student, bookmark, tools)
    expect(bookmarks.find(({ content_id }) => content_id === lessonId)?.title).toBe(published.title)
  }
}

const lessonText = (number: number) => ({ title: `Aula ${number}`, description: `<p>Texto ${number}</p>` })

it('shows students what was published and nothing else, and loses no lesson, whatever an author does', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 100, maxLength: 100 }), async (steps) => {
      const { degree } = await saveCourse(admin, { link: '0', title: 'Curso' }, tools)
      const run = new Run(degree)
      for (const each of steps) {
        await run.runStep(each)
        run.checkAuthor()
        await run.checkStudent(each.firstNumber)
      }
      await run.checkLessons()
    }),
    { numRuns: runsOf(3), endOnFailure: true },
  )
}, 1_200_000)
