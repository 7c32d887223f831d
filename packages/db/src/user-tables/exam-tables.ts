import { day, number, ofStudents, person, word } from '../table-facts.ts'
import { byAdministrator, internal, ofOthers, secret, type UserTables } from './user-table.ts'

/** Attempts of students at assessments, and corrections of what they were marked by. */
export const examTables = {
  exam_attempts: {
    row: {
      id: number,
      exam_id: number,
      publication: '1',
      user_id: person,
      seed: word,
      asked: `'[]'`,
      utc_begun_on: day,
      utc_look_on: day,
    },
    edition: ofStudents,
    unmet: {
      exam_attempts__running: "inserted under the lock of the student's place at the assessment, once no other runs",
      exam_attempts_how_check: 'written by code alone',
    },
    users: {
      user_id: {
        merging: { moved: {} },
        copy: {
          columns: [
            'id',
            'exam_id',
            'publication',
            'utc_begun_on',
            'utc_handed_in_on',
            'handed_in_how',
            'points',
            'total',
          ],
          order: ['id'],
          withheld: { seed: secret, asked: internal, earned: internal, epoch: internal, utc_look_on: internal },
        },
        erasing: 'deleted',
      },
    },
  },
  exam_answers: {
    row: {
      attempt_id: number,
      user_id: person,
      place: '1',
      epoch: '1',
      number: '1',
      utc_saved_on: day,
    },
    edition: ofStudents,
    unmet: { exam_answers_pkey: 'inserts take the place of what is there' },
    users: {
      user_id: {
        merging: { moved: { backBy: 'attempt_id' } },
        copy: {
          columns: ['attempt_id', 'place', 'answer', 'is_late', 'utc_saved_on', 'utc_counted_on'],
          order: ['attempt_id', 'place', 'is_late'],
          withheld: { epoch: internal, number: internal, counted_by: ofOthers },
        },
        erasing: 'deleted',
      },
      counted_by: byAdministrator,
    },
  },
  exam_exceptions: {
    row: {
      exam_id: number,
      user_id: person,
      more_attempts: '1',
      more_minutes: '0',
      set_by: person,
      utc_set_on: day,
    },
    edition: ofStudents,
    unmet: { exam_exceptions_pkey: 'inserts take the place of what is there' },
    users: {
      user_id: {
        merging: 'each student keeps theirs; it is read for the student who goes on, too',
        copy: {
          columns: ['exam_id', 'more_attempts', 'more_minutes', 'utc_closes_on', 'utc_set_on'],
          order: ['exam_id'],
          withheld: { set_by: ofOthers },
        },
        erasing: 'deleted',
      },
      set_by: byAdministrator,
    },
  },
  exam_key_corrections: {
    row: {
      id: number,
      question_id: number,
      version: '1',
      versions: `'{1}'`,
      wrong: `'{}'`,
      answer: `'{}'`,
      corrected_by: person,
      utc_corrected_on: day,
    },
    edition: 'the bank stays with its school',
    users: { corrected_by: byAdministrator, undone_by: byAdministrator },
  },
  exam_marks: {
    row: { exam_id: number, user_id: person },
    edition: ofStudents,
    unmet: { exam_marks_pkey: 'inserts pass over what is there' },
    users: {
      user_id: {
        merging: { by: 'exam-attempts', does: 'counts the marks anew by the attempts that have moved' },
        copy: { columns: ['exam_id', 'points', 'total', 'attempts', 'utc_passed_on'], order: ['exam_id'] },
        erasing: 'deleted',
      },
    },
  },
} satisfies UserTables
