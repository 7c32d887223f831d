import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { expectShape } from '../../../testing/row-shape.ts'
import { world } from '../../../testing/world.ts'
import { findPrint } from '../printing/printing.queries.ts'
import { listIssuingTemplates } from '../templates/templates.queries.ts'
import { chooseTemplate, sumsOf } from './template-choice.ts'

it('reads what is printed as it declares', async () => {
  const { northside, database } = await world()
  const { make, student, tx } = northside
  const [plain, salted] = [await make.course(), await make.course()]
  const [first, second] = [await make.certificate(plain, student), await make.certificate(salted, student)]
  await tx((db) =>
    db.updateTable('certificates').set({ salt: 'sal', sealed_cpf: 'selado' }).where('id', '=', second.id).execute(),
  )
  const named = await tx(async (db) => (await findPrint(db, first.id))!)
  await database.withPlatform((db) =>
    db.updateTable('schools').set({ namespace: null }).where('id', '=', northside.id).execute(),
  )
  const prints = [named, await tx(async (db) => (await findPrint(db, second.id))!)]
  expectShape(prints, {
    user_id: 'string',
    record_id: 'string',
    status: 'string',
    follows_another: 'boolean',
    code: 'string',
    number: 'number',
    salt: 'string or null',
    sealed_cpf: 'string or null',
    facts: 'object',
    utc_completed_on: 'Date',
    utc_issued_on: 'Date',
    ui_theme: 'string',
    namespace: 'string or null',
  })
})

it('keeps no two issues of a certificate under the same number, also where it sums courses', async () => {
  const { makeSchool } = await world()
  const { make, student, tx } = await makeSchool('Números')
  const { id } = await make.certificate(await make.course(), student)
  const repeat = () =>
    tx(async (db) => {
      const { id: _, ...issue } = await db
        .selectFrom('certificates')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      const facts = JSON.stringify(issue.facts)
      await db
        .insertInto('certificates')
        .values({
          ...issue,
          course_id: null,
          facts,
          number: 2,
          status: 'failed',
          code: randomUUID(),
          utc_replaced_on: new Date(),
        })
        .execute()
    })
  await repeat()
  await expect(repeat()).rejects.toThrow(/certificates__record/)
})

it('chooses the most specific of the saved templates, and no sum', async () => {
  const { makeSchool } = await world()
  const { make, tx } = await makeSchool('Modelos')
  const [bread, cake] = [await make.course(), await make.course()]
  const add = (
    title: string,
    courses: { id: string }[],
    values: { utc_saved_on?: Date | null; kind?: string; min_mark?: number } = {},
  ) =>
    tx(async (db) => {
      const { id } = await db
        .insertInto('certificate_templates')
        .values({ title, all_courses: courses.length === 0, utc_saved_on: new Date(), sum_minutes: 60, ...values })
        .returning('id')
        .executeTakeFirstOrThrow()
      for (const course of courses)
        await db.insertInto('certificate_template_courses').values({ template_id: id, course_id: course.id }).execute()
      await db.insertInto('certificate_signers').values({ template_id: id, position: 1, name: 'Direção' }).execute()
    })
  await add('todos', [])
  await add('um', [bread])
  await add('rascunho', [cake], { utc_saved_on: null })
  await add('soma', [bread, cake], { kind: 'sum', min_mark: 70 })
  const saved = await tx(listIssuingTemplates)
  expect([bread, cake].map(({ id }) => chooseTemplate(saved, id)!.title)).toEqual(['um', 'todos'])
  expect(sumsOf(saved, bread.id).map(({ title }) => title)).toEqual(['soma'])
  expectShape(saved, {
    id: 'string',
    title: 'string',
    kind: 'string',
    sum_minutes: 'number or null',
    all_degrees: 'boolean',
    degrees: 'array',
    layout: 'string',
    has_syllabus: 'boolean',
    min_days: 'number',
    min_mark: 'number or null',
    shows_mark: 'boolean',
    is_automatic: 'boolean',
    signers: 'array',
  })
})
