import { certificateTemplates } from '@escola/contract/certificate-templates.contract'
import { certificates } from '@escola/contract/certificates.contract'
import type { SchoolDb } from '@escola/db'
import { describe, expect, it } from 'vitest'
import { readPdf } from '../../../pdf/read-pdf.testing.ts'
import { world } from '../../../testing/world.ts'
import { renderCertificate } from '../printing/printing.service.ts'
import { issueOnMark, reissueCertificate } from './issuing.service.ts'
import { besideEachOther, type Exam, marked, raiseMark, type Template } from './marks.testing.ts'

describe('a certificate that asks for a mark', () => {
  it.each<[name: string, min: number | null, exams: Exam[], isIssued: boolean]>([
    ['is issued at exactly the mark', 70, [{ own: 700 }], true],
    ['waits a hundredth below it', 70, [{ own: 699 }], false],
    ['waits for an exam that was not attempted', 70, [{}], false],
    ['counts an exam that was not attempted as zero', 50, [{ own: 1000 }, { own: 1000 }, {}], true],
    ['counts it as zero, and waits', 70, [{ own: 1000 }, { own: 1000 }, {}], false],
    ['weighs exams by their points', 62, [{ own: 1000 }, { points: 3000, own: 1500 }], true],
    ['weighs exams by their points, and waits', 63, [{ own: 1000 }, { points: 3000, own: 1500 }], false],
    ['is issued for a course without assessments', 70, [], true],
    ['is issued for a course of exercises alone', 70, [{ kind: 'exercise' }], true],
    ['leaves exercises out', 70, [{ own: 700 }, { kind: 'exercise', own: 0 }], true],
    ['asks for nothing without a minimum', null, [{ own: 0 }], true],
  ])('%s', async (_name, min_mark, exams, isIssued) => {
    const { finish, issued, runFinished, runDue, ask, mark } = await marked({ min_mark }, exams)
    await finish()
    const count = async () => (await issued()).length
    expect(await count()).toBe(isIssued ? 1 : 0)
    await runFinished()
    await runDue()
    await ask()
    expect(await count()).toBe(isIssued ? 1 : 0)
    if (isIssued) return
    for (const [at, { points = 1000 }] of exams.entries()) await mark(at, points)
    await ask()
    await ask()
    expect(await count()).toBe(1)
  })

  it('is issued once when two exams are marked at the same time', async () => {
    const { finish, issued, school, student, course, tools } = await marked({ min_mark: 70 }, [{ own: 0 }, { own: 0 }])
    await finish()
    const { userId } = student
    const goOn = (db: SchoolDb) => issueOnMark(db, { courseId: course.id, userId }, tools.now())
    const examIds = await school.tx((db) => db.selectFrom('exams').select('id').orderBy('id').execute())
    await besideEachOther(
      school,
      examIds.map(({ id }) => ({ write: raiseMark(id, userId), goOn })),
    )
    expect(await issued()).toHaveLength(1)
  })

  it('asks nothing of a student who has not finished the course', async () => {
    const { finish, issued, ask } = await marked({ min_mark: 70 }, [{ own: 1000 }])
    await finish(null)
    await ask()
    expect(await issued()).toEqual([])
  })

  it('waits for the days of study, too, and then for the clock', async () => {
    const { finish, issued, ask, mark, runDue, school } = await marked({ min_mark: 70, min_days: 12 }, [{ own: 0 }])
    await finish()
    await mark(0, 900)
    await ask()
    expect(await issued()).toEqual([])
    const due = await school.tx((db) =>
      db.selectFrom('due_jobs').select('name').where('name', '=', 'certificates.issue_due').execute(),
    )
    expect(due).toHaveLength(1)
    await school.tx((db) => db.updateTable('certificate_templates').set({ min_days: 5 }).execute())
    await runDue()
    expect(await issued()).toHaveLength(1)
  })

  it('is issued by the clock once its exam no longer counts', async () => {
    const { finish, issued, runDue, school } = await marked({ min_mark: 70 }, [{ own: 100 }])
    await finish()
    await school.tx((db) => db.updateTable('lessons').set({ is_visible: false }).execute())
    await runDue()
    expect(await issued()).toHaveLength(1)
  })

  it('counts the exam of a private lesson only for students who have the lesson', async () => {
    const { finish, issued, school, course, ask } = await marked({ min_mark: 70 }, [{}])
    const { make, student, tx } = school
    await tx((db) => db.updateTable('lessons').set({ is_private: true }).execute())
    const lent = await make.cohort({ courses: [course], isPublic: true })
    await make.enrollment(lent, student)
    const own = await make.cohort({ courses: [course] })
    await make.enrollment(own, student)
    await finish()
    expect(await issued()).toEqual([])
    await tx((db) => db.deleteFrom('enrollments').where('cohort_id', '=', own.id).execute())
    await ask()
    expect(await issued()).toHaveLength(1)
  })
})

describe('a student whose mark is too low', () => {
  it('sees the minimum mark and their own, and is refused the certificate', async () => {
    const { finish, listed, request, mark } = await marked({ min_mark: 75, is_automatic: false }, [{ own: 655 }])
    await finish()
    const [low] = await listed()
    expect(low).toMatchObject({ is_waiting: true, utc_due_on: null })
    expect(low!.held_why).toBe(
      'Este certificado pede nota 7,5 de 10 nas provas, e a sua é 6,55 de 10. Você pode pedi-lo quando chegar lá.',
    )
    expect(await request()).toMatchObject({ status: 409, error: { code: 'certificate_mark_too_low' } })
    await mark(0, 750)
    expect((await listed())[0]).toMatchObject({ is_waiting: false, held_why: '' })
    expect((await request()).status).toBe(200)
  })

  it('does not see a mark whose exam hides its score', async () => {
    const hidden = { shows: 'key', shows_when: 'passed' } as const
    const { finish, listed } = await marked({ min_mark: 75 }, [{ own: 655 }, { ...hidden, own: 100 }])
    await finish()
    expect((await listed())[0]!.held_why).toBe(
      'Este certificado pede nota 7,5 de 10 nas provas. Ele sai automaticamente quando você chegar lá.',
    )
  })
})

it('counts how many of those who have finished reach a mark', async () => {
  const { call, finish, reaching, school, course, tools } = await marked({ is_automatic: true }, [{ own: 655 }])
  await finish()
  const other = await school.make.student()
  await school.tx((db) =>
    db
      .insertInto('course_progress')
      .values({
        user_id: other.userId,
        course_id: course.id,
        utc_started_on: tools.now(),
        utc_completed_on: tools.now(),
      })
      .execute(),
  )
  expect(await reaching(65)).toEqual({ finished: 2, reaching: 1, has_exams: true })
  expect(await reaching(66)).toEqual({ finished: 2, reaching: 0, has_exams: true })
  await school.tx((db) => db.deleteFrom('certificates').execute())
  const counted = async (min_mark: number | null) => {
    const body = { all_degrees: true, min_mark }
    return (await call(certificateTemplates.countFinished, { as: school.admin, params: { id: '0' }, body })).body
  }
  expect(await Promise.all([null, 65, 66].map(counted))).toEqual([{ students: 2 }, { students: 1 }, { students: 0 }])
})

describe('the mark on a certificate', () => {
  const provenOf = async ({ call, issued, school, tools }: Awaited<ReturnType<typeof marked>>) => {
    const { id, code } = (await issued()).at(-1)!
    await renderCertificate(school, id, tools)
    const { body } = await call(certificates.verify, { as: school.student, params: { code } })
    const { app } = await world()
    const link = await call(certificates.pdfLink, { as: school.student, params: { id } })
    return { mark: body.mark, text: (await readPdf((await app.inject(link.body.url)).rawPayload)).text }
  }

  it('is printed and proven as issued; a certificate that is issued again has the mark of that day', async () => {
    const made = await marked({ shows_mark: true }, [{ own: 955 }])
    const { finish, mark, school, course, student, tools, issued } = made
    await finish()
    const first = await provenOf(made)
    expect(first.mark).toBe('9,55 de 10')
    expect(first.text).toContain('Nota: 9,55 de 10')
    await mark(0, 400)
    expect((await provenOf(made)).mark).toBe('9,55 de 10')
    const claim = { userId: student.userId, courseId: course.id }
    await school.tx((db) => reissueCertificate(db, claim, tools.now()))
    expect((await issued()).map(({ number }) => number)).toEqual([1, 2])
    expect((await provenOf(made)).mark).toBe('4 de 10')
  })

  it.each<[string, Template, Exam[]]>([
    ['of a course without exams', { shows_mark: true }, [{ kind: 'exercise', own: 1000 }]],
    ['of a template that prints none', { min_mark: 50 }, [{ own: 900 }]],
  ])('is left out %s', async (_name, template, exams) => {
    const made = await marked(template, exams)
    await made.finish()
    const proven = await provenOf(made)
    expect(proven.mark).toBe('')
    expect(proven.text).not.toContain('Nota:')
  })
})
