import { afterAll, beforeAll, expect, it } from 'vitest'
import { openUpgrade } from './upgrade.testing.ts'

let upgrade: Awaited<ReturnType<typeof openUpgrade>>
beforeAll(async () => {
  upgrade = await openUpgrade('exam_kinds')
})
afterAll(() => upgrade.close())

it('keeps the questions, corrections and courses of earlier releases, which meet what came after them', async () => {
  await upgrade.migrateTo('0226')
  const { admin, rowsOf } = upgrade
  await admin.query(`insert into schools (name, namespace) values ('Norte', 'norte')`)
  await admin.query(
    `select set_config('app.school_id', (select id::text from schools where namespace = 'norte'), false)`,
  )
  await admin.query(`
    insert into courses (school_id, title, link) select id, 'Pães', 'paes' from schools where namespace = 'norte'`)
  await admin.query(`
    insert into exam_questions (school_id, difficulty, kind, summary, folded, utc_created_on, utc_changed_on)
    select id, 'easy', 'one', 'Quanto cresce?', ' QUANTO CRESCE', now(), now() from schools where namespace = 'norte'`)
  await admin.query(`
    insert into exam_key_corrections (school_id, question_id, version, versions, wrong, answer, corrected_by, utc_corrected_on)
    select school_id, id, 1, '{1}', '{"kind": "one", "right": "1"}', '{"kind": "one", "right": "2"}', 7, now() from exam_questions`)
  await upgrade.migrateTo('9999')
  expect(await rowsOf('select title, in_order, has_practice from courses')).toEqual([['Pães', false, true]])
  expect(await rowsOf('select corrected_by::int, franchisor_id, utc_undone_on from exam_key_corrections')).toEqual([
    [7, null, null],
  ])
  // They were added without a look at the rows that are there.
  for (const [table, constraint] of [
    ['exam_questions', 'exam_questions_kind_check'],
    ['exam_key_corrections', 'exam_key_corrections_by_check'],
  ])
    await admin.query(`alter table ${table} validate constraint ${constraint}`)
  expect(await rowsOf('select kind from exam_questions')).toEqual([['one']])
  for (const kind of ['open', 'order', 'pairs']) await admin.query('update exam_questions set kind = $1', [kind])
  const empty = ['exam_imports', 'exam_open_answers', 'practice_cards'].map(
    (table) => `(select count(*) from ${table})`,
  )
  expect(await rowsOf(`select (${empty.join(' + ')})::int`)).toEqual([[0]])
})
