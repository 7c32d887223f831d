import { dayMs } from '@escola/contract/durations'
import { errors } from '@escola/contract/errors'
import { examImportTexts } from '@escola/contract/exam-import-texts'
import { examImports, examImportUndoDays } from '@escola/contract/exam-imports.contract'
import { examQuestions } from '@escola/contract/exam-questions.contract'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { openSchool } from '../../core/scope.ts'
import { jobs } from '../../jobs/catalogue.ts'
import { dieAtEachStep, workThroughDeaths } from '../../testing/dying-worker.ts'
import { giveUpJob, neverStops, runJob, runPending } from '../../testing/jobs.ts'
import { processExamImport } from './exam-import-processing.service.ts'
import { importingSchool, makeImported, moodleFile, moodlePicture, moodleQuestion } from './exam-imports.testing.ts'

const questions = (count: number) => Array.from({ length: count }, (_, at) => moodleQuestion(`Pergunta ${at + 1}`))
const summaries = (count: number) => Array.from({ length: count }, (_, at) => `Pergunta ${at + 1}`)

it('keeps each verdict and adds each question once, though its worker dies at each step', async () => {
  const { w, send, get, items, confirm, bank, school } = await importingSchool('Mortes')
  const bytes = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#123' } })
    .png()
    .toBuffer()
  const picture = moodlePicture(bytes)
  const file = moodleFile(...questions(4), moodleQuestion(`Pergunta 5 ${picture.tag}`, picture))
  const { id } = (await send('moodle', file)).body.exam_import
  const work = () =>
    dieAtEachStep(
      (schoolId) => openSchool(w.database, schoolId),
      (open) => processExamImport(open(school.id), id, w.tools, neverStops, 2),
    )
  expect(await work()).toBeGreaterThanOrEqual(2 * 3)
  expect((await items(id)).map(({ number }) => number)).toEqual([1, 2, 3, 4, 5])
  expect(await get(id)).toMatchObject({ status: 'checked', fresh: 5, processed: 5 })
  await confirm(id)
  expect(await work()).toBeGreaterThanOrEqual(2 * 3)
  expect((await bank()).length).toBe(5)
  expect(await get(id)).toMatchObject({ status: 'done', written: 5 })
  // A job that runs once more changes nothing.
  await runJob(w, school, jobs.processExamImport, { importId: id })
  expect((await bank()).length).toBe(5)
})

it('adds each question once when two workers read the same file, and two imports run at once', async () => {
  const { w, check, get, confirm, bank, school, send } = await importingSchool('Dois')
  const id = await check('moodle', moodleFile(...questions(12)))
  const other = await check('moodle', moodleFile(moodleQuestion('Outra')))
  await confirm(id)
  await confirm(other)
  const work = (importId: string, atOnce: number) => processExamImport(school, importId, w.tools, neverStops, atOnce)
  await Promise.all([work(id, 3), work(id, 2), work(id, 5), work(other, 1)])
  expect((await bank()).map(({ summary }) => summary).toSorted()).toEqual([...summaries(12), 'Outra'].toSorted())
  expect([(await get(id)).written, (await get(other)).written]).toEqual([12, 1])
  expect((await send('moodle', 'x')).status).toBe(202)
})

it('stops behind the batch at which it is cancelled, and can be undone', async () => {
  const { w, check, get, confirm, cancel, undo, work, bank, school } = await importingSchool('Parada')
  const id = await check('moodle', moodleFile(...questions(3)))
  await confirm(id)
  const stopping = new AbortController()
  const tools = {
    files: w.tools.files,
    config: w.tools.config,
    now: () => {
      stopping.abort(new Error('stopped'))
      return new Date()
    },
  }
  await expect(processExamImport(school, id, tools, stopping.signal, 1)).rejects.toThrow('stopped')
  expect((await undo(id)).error.code).toBe('import_running')
  await cancel(id)
  await work()
  expect((await confirm(id)).body.exam_import).toMatchObject({ status: 'cancelled', written: 1 })
  expect((await bank()).length).toBe(1)
  await undo(id)
  await work()
  expect([(await bank()).length, (await get(id)).undo?.removed]).toEqual([0, 1])
})

it('adds what the bank has room for, and says that it is full', async () => {
  const { check, confirm, work, get, bank, school } = await importingSchool('Cheia')
  const id = await check('moodle', moodleFile(...questions(3)))
  await school.tx(async (db) => {
    const now = new Date()
    const row = {
      difficulty: 'easy',
      kind: 'truth',
      summary: 'x',
      folded: ' x',
      utc_created_on: now,
      utc_changed_on: now,
    }
    for (let done = 0; done < 19_998; done += 2222)
      await db.insertInto('exam_questions').values(Array(2222).fill(row)).execute()
  })
  await confirm(id)
  await work()
  expect(await get(id)).toMatchObject({ status: 'failed', written: 2, failure: errors.exam_questions_full.pt })
  expect((await bank()).length).toBe(20_000)
})

it('undoes within seven days what was neither used nor changed', async () => {
  const { importId, questionIds, call, as, forecast, undo, get, work, bank, school, w } = await makeImported(4)
  const [edited, used] = questionIds
  const { body } = await call(examQuestions.get, { as, params: { id: edited! } })
  await call(examQuestions.save, { as, params: { id: edited! }, body: { ...body.exam_question, tags: ['mudada'] } })
  const course = await school.make.course({ modules: [1] })
  const plan = { settings: {}, parts: [{ kind: 'fixed', question: used, points: 100 }] }
  const moments = { utc_created_on: new Date(), utc_changed_on: new Date() }
  await school.tx((db) =>
    db
      .insertInto('exams')
      .values({ course_id: course.id, lesson_id: course.lessons[0]!.id, plan: JSON.stringify(plan), ...moments })
      .execute(),
  )
  expect(await forecast(importId)).toEqual({ removing: 2, used: 1, edited: 1 })
  expect((await undo(importId)).status).toBe(202)
  // A second click begins nothing.
  await undo(importId)
  await workThroughDeaths(w, school.id, [jobs.continueRun])
  await work()
  expect((await bank()).map(({ id }) => id)).toEqual([edited, used])
  expect((await get(importId)).undo).toMatchObject({
    removed: 2,
    used: 1,
    edited: 1,
    total: 4,
    done: 4,
    is_stopped: false,
  })
})

it('refuses to undo after seven days', async () => {
  const { importId, undo, school } = await makeImported(1)
  const past = new Date(Date.now() - examImportUndoDays * dayMs - 1000)
  await school.tx((db) => db.updateTable('exam_imports').set({ utc_finished_on: past }).execute())
  expect((await undo(importId)).error.code).toBe('import_undo_late')
})

it('says that it failed when its job has used up its tries', async () => {
  const { w, send, get, school } = await importingSchool('Esgotada')
  const { id } = (await send('moodle', moodleFile(...questions(1)))).body.exam_import
  await giveUpJob(w, school, jobs.processExamImport, { importId: id }, new Error('x'))
  expect(await get(id)).toMatchObject({ status: 'failed', failure: examImportTexts.failed })
  expect(await runPending(w, school, { only: [jobs.processExamImport] })).toBe(1)
  expect((await get(id)).status).toBe('failed')
})

it('gives questions of a course that is gone to the whole school', async () => {
  const { check, confirm, work, bank, school } = await importingSchool('Sem curso')
  const [course, gone] = [await school.make.course(), await school.make.course()]
  for (const { id: degree_id } of [course, gone]) {
    const id = await check('moodle', moodleFile(moodleQuestion(`Do curso ${degree_id}`)))
    await confirm(id, { degree_id })
  }
  await school.tx((db) => db.deleteFrom('courses').where('id', '=', gone.id).execute())
  await work()
  expect((await bank()).map(({ course_id }) => course_id)).toEqual([course.id, null])
})

it('exports what the filters show, in files that are read again', async () => {
  const { check, call, as, get, questionIds } = await makeImported(3)
  const download = (format: 'gift' | 'csv', search = '') =>
    call(examImports.exportFile, { as, query: { format, search } })
  const gift = await download('gift', 'pergunta 2')
  expect(gift.headers['content-disposition']).toContain('.gift.txt')
  expect(gift.bytes.toString()).toContain('Pergunta 2')
  expect(gift.bytes.toString()).not.toContain('Pergunta 1')
  expect(await get(await check('gift', (await download('gift')).bytes))).toMatchObject({ known: 3, refused: 0 })
  expect((await download('csv')).bytes.toString().trim().split('\n').length).toBe(1 + questionIds.length)
  const model = await call(examImports.modelFile, { as })
  expect(model.bytes.toString()).toContain('enunciado')
  const verdicts = await call(examImports.itemsFile, { as, params: { id: '1' } })
  expect(verdicts.status).toBe(404)
})
