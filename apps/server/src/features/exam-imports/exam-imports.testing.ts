import type { ExamImportFormat } from '@escola/contract/exam-imports.contract'
import { examImports } from '@escola/contract/exam-imports.contract'
import type { BodyOf } from '@escola/contract/route'
import { jobs } from '../../jobs/catalogue.ts'
import { runPending } from '../../testing/jobs.ts'
import { world } from '../../testing/world.ts'

type Filing = BodyOf<typeof examImports.confirm>
export const plainFiling: Filing = { degree_id: null, tags: [], difficulty: null, takes_known: false }

/** A question of Moodle's XML. */
export const moodleQuestion = (statement: string, { files = '', right = 'Sim' } = {}) => `
  <question type="multichoice">
    <name><text>Nome</text></name>
    <questiontext format="html"><text><![CDATA[<p>${statement}</p>]]></text>${files}</questiontext>
    <single>true</single>
    <answer fraction="100" format="html"><text><![CDATA[<p>${right}</p>]]></text></answer>
    <answer fraction="0" format="html"><text><![CDATA[<p>Não</p>]]></text></answer>
  </question>`
export const moodleFile = (...questions: string[]) => `<?xml version="1.0"?><quiz>${questions.join('')}</quiz>`

/** A picture beside a text, and the tag that shows it. */
export const moodlePicture = (bytes: Buffer, name = 'pao.png') => ({
  files: `<file name="${name}" path="/" encoding="base64">${bytes.toString('base64')}</file>`,
  tag: `<img src="@@PLUGINFILE@@/${name}">`,
})

/** Calls of a school that imports questions. */
export async function importingSchool(name: string) {
  const w = await world()
  const { call, makeSchool } = w
  const school = await makeSchool(name)
  const as = school.admin
  const send = (format: ExamImportFormat, text: string | Buffer, filename = 'questoes.xml') =>
    call(examImports.start, {
      as,
      query: { filename, format },
      fields: {},
      file: { bytes: Buffer.from(text), filename },
    })
  const work = () => runPending(w, school, { only: [jobs.processExamImport, jobs.continueRun] })
  const at = (id: string) => ({ as, params: { id } })
  const get = async (id: string) => (await call(examImports.get, at(id))).body.exam_import
  const items = async (id: string) => (await call(examImports.items, { ...at(id), query: {} })).body.items.list
  const confirm = (id: string, filing: Partial<Filing> = {}) =>
    call(examImports.confirm, { ...at(id), body: { ...plainFiling, ...filing } })
  const cancel = (id: string) => call(examImports.cancel, at(id))
  const forecast = async (id: string) => (await call(examImports.undoForecast, at(id))).body
  const undo = (id: string) => call(examImports.undo, at(id))
  /** Sends a file and waits for its check. */
  const check = async (...sent: Parameters<typeof send>) => {
    const { status, body, error } = await send(...sent)
    if (status !== 202) throw new Error(JSON.stringify(error))
    await work()
    return body.exam_import.id
  }
  const bank = () =>
    school.tx((db) =>
      db
        .selectFrom('exam_questions')
        .select(['id', 'summary', 'tags', 'difficulty', 'course_id'])
        .orderBy('id')
        .execute(),
    )
  return { w, call, school, as, send, work, get, items, confirm, cancel, forecast, undo, check, bank }
}

/** Makes a school with questions that an import has added. */
export async function makeImported(count: number) {
  const made = await importingSchool('Importada')
  const questions = Array.from({ length: count }, (_, at) => moodleQuestion(`Pergunta ${at + 1}`))
  const importId = await made.check('moodle', moodleFile(...questions))
  await made.confirm(importId)
  await made.work()
  return { ...made, importId, questionIds: (await made.bank()).map(({ id }) => id) }
}
