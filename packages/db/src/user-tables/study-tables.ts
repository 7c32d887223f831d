import { sql } from 'kysely'
import { thisSchool } from '../name-school.ts'
import { day, number, ofStudents, person, word } from '../table-facts.ts'
import { byAdministrator, internal, ofOthers, type UserTables } from './user-table.ts'

/** Studies of a student, and mails and notices about them. A merging takes the tables in this order, and their undo depends on it: progress stays while a lesson of it does. */
export const studyTables = {
  lesson_completions: {
    row: { user_id: person, lesson_id: number, course_id: number },
    edition: ofStudents,
    unmet: { lesson_completions_pkey: 'inserts pass over what is there' },
    users: {
      user_id: {
        merging: { copied: { columns: ['lesson_id', 'course_id', 'utc_completed_on'] } },
        copy: { columns: ['course_id', 'lesson_id', 'utc_completed_on'], order: ['lesson_id'] },
        erasing: 'deleted',
      },
    },
  },
  course_progress: {
    row: { user_id: person, course_id: number },
    edition: ofStudents,
    unmet: { course_progress_pkey: 'inserts pass over what is there' },
    users: {
      user_id: {
        merging: {
          copied: {
            columns: ['course_id', 'utc_started_on', 'utc_completed_on', 'taken_back', 'opened'],
            foundBy: ['course_id'],
          },
        },
        copy: {
          columns: ['course_id', 'utc_started_on', 'utc_completed_on', 'taken_back', 'opened'],
          order: ['course_id'],
        },
        erasing: 'deleted',
      },
    },
  },
  lesson_positions: {
    row: { user_id: person, lesson_id: number, position: '42', utc_watched_on: day },
    edition: ofStudents,
    unmet: { lesson_positions_pkey: 'inserts take the place of what is there' },
    users: {
      user_id: {
        merging: { copied: { columns: ['lesson_id', 'position', 'utc_watched_on'] } },
        copy: { columns: ['lesson_id', 'position', 'utc_watched_on'], order: ['lesson_id'] },
        erasing: 'deleted',
      },
    },
  },
  karma_entries: {
    row: { user_id: person, reason: `'lesson'`, subject_id: number, number: '1', points: '10', utc_created_on: day },
    unmet: {
      karma_entries_pkey: 'the number is counted by us, while the progress of the student is held',
      karma_entries_reason_check: 'written by code alone',
    },
    users: {
      user_id: {
        merging: { by: 'karma', does: 'moves points by counter-entries' },
        copy: {
          columns: ['reason', 'subject_id', 'number', 'points', 'utc_created_on'],
          order: ['reason', 'subject_id', 'number'],
        },
        erasing: 'deleted',
      },
    },
  },
  karma_totals: {
    row: { user_id: person, karma: '10' },
    unmet: { karma_totals_pkey: 'inserts add to what is there' },
    users: {
      user_id: { merging: 'follow the entries', copy: { columns: ['karma'], order: ['user_id'] }, erasing: 'deleted' },
    },
  },
  threads: {
    row: { id: number, user_id: person, course_id: number, lesson_id: number, message: word },
    edition: ofStudents,
    users: {
      user_id: {
        merging: { moved: {} },
        copy: {
          columns: ['id', 'course_id', 'lesson_id', 'message', 'utc_created_on', 'utc_answered_on'],
          order: ['id'],
          withheld: { folded: 'repeats the message for the search' },
        },
        erasing: 'deleted',
      },
    },
  },
  thread_replies: {
    row: { id: number, thread_id: number, user_id: person, is_admin: 'true', message: word },
    edition: ofStudents,
    users: {
      user_id: {
        merging: { moved: {} },
        copy: {
          columns: ['id', 'thread_id', 'is_admin', 'message', 'utc_created_on'],
          order: ['id'],
          // Answers to the user's own questions go with these.
          where: ({ userId }) => sql`(t.user_id = ${userId} or exists (select from threads q
            where q.school_id = ${thisSchool} and q.id = t.thread_id and q.user_id = ${userId}))`,
        },
        erasing: "answers to the student's questions go with these; what an administrator wrote for the school stays",
      },
    },
  },
  bookmarks: {
    row: { id: number, user_id: person, course_id: number },
    edition: ofStudents,
    unmet: { bookmarks__once: 'a second bookmark of the same thing is none' },
    users: {
      user_id: {
        merging: { copied: { columns: ['course_id', 'lesson_id', 'utc_created_on'] } },
        copy: { columns: ['course_id', 'lesson_id', 'utc_created_on'], order: ['id'], withheld: { id: internal } },
        erasing: 'deleted',
      },
    },
  },
  module_dates: {
    row: { id: number, course_id: number, module_id: number, user_id: person },
    edition: ofStudents,
    unmet: {
      module_dates__once: 'inserts take the place of what is there',
      module_dates_dated_check: 'written by code alone',
      module_dates_whose_check: 'written by code alone',
    },
    users: {
      user_id: {
        merging: { copied: { columns: ['course_id', 'module_id', 'cohort_id', 'utc_dated_on', 'utc_opened_on'] } },
        copy: {
          columns: ['course_id', 'module_id', 'cohort_id', 'utc_dated_on', 'utc_opened_on'],
          order: ['id'],
          withheld: { id: internal },
        },
        erasing: 'deleted',
      },
    },
  },
  term_exceptions: {
    row: { cohort_id: number, user_id: person, set_by: person, utc_set_on: day },
    unmet: { term_exceptions_pkey: 'inserts take the place of what is there' },
    users: {
      user_id: {
        merging: { copied: { columns: ['cohort_id', 'utc_ends_on', 'set_by', 'utc_set_on'] } },
        copy: {
          columns: ['cohort_id', 'utc_ends_on', 'utc_set_on'],
          order: ['cohort_id'],
          withheld: { set_by: ofOthers },
        },
        erasing: 'deleted',
      },
      set_by: byAdministrator,
    },
  },
  certificates: {
    row: {
      id: number,
      user_id: person,
      course_id: number,
      number: '1',
      code: word,
      facts: `'{}'`,
      utc_completed_on: day,
    },
    edition: ofStudents,
    unmet: {
      certificates__code: 'sixty random bits',
      certificates__record: 'inserts pass over what is there',
      certificates_status_check: 'written by code alone',
    },
    users: {
      user_id: {
        merging: { moved: { unlessRecorded: true, backBy: 'record_id' } },
        copy: {
          columns: [
            'course_id',
            'number',
            'code',
            'facts',
            'status',
            'utc_completed_on',
            'utc_issued_on',
            'utc_replaced_on',
          ],
          order: ['id'],
          withheld: {
            id: internal,
            record_id: internal,
            template_id: internal,
            salt: internal,
            sealed_cpf: internal,
            storage_key: internal,
            sha256: internal,
            failure: internal,
          },
        },
        erasing: { by: 'certificates', does: 'keeps the proof without the student' },
      },
    },
  },
  certificate_records: {
    row: { id: number, user_id: person, course_id: number, utc_created_on: day },
    edition: ofStudents,
    unmet: {
      certificate_records__course: 'inserts pass over what is there',
      certificate_records__register: 'a number is taken under the lock of the register',
      certificate_records__sum: 'inserts pass over what is there',
    },
    users: {
      user_id: {
        merging: { moved: { unlessRecorded: true } },
        copy: {
          columns: [
            'course_id',
            'register_number',
            'register_book',
            'utc_revoked_on',
            'revoked_why',
            'shows_hours',
            'shows_syllabus',
            'utc_student_reissued_on',
            'held_why',
            'utc_created_on',
          ],
          order: ['id'],
          withheld: { id: internal, template_id: internal, revoked_by: ofOthers },
        },
        erasing: { by: 'certificates', does: 'keeps the proof without the student' },
      },
      revoked_by: byAdministrator,
    },
  },
  notifications: {
    row: { user_id: person, kind: `'access_given'`, subject_id: '1', utc_created_on: day },
    unmet: {
      notifications_kind_check: 'written by code alone',
      notifications_pkey: 'inserts pass over what is there',
    },
    users: {
      user_id: {
        // A notification that was read since is the second student's all the same.
        merging: {
          copied: { columns: ['kind', 'subject_id', 'utc_created_on', 'utc_read_on'], foundBy: ['kind', 'subject_id'] },
        },
        copy: { columns: ['kind', 'subject_id', 'utc_created_on', 'utc_read_on'], order: ['kind', 'subject_id'] },
        erasing: 'deleted',
      },
    },
  },
  notice_refusals: {
    row: { user_id: person, kind: `'question_asked'` },
    unmet: {
      notice_refusals_kind_check: 'the contract knows these words alone',
      notice_refusals_pkey: 'inserts pass over what is there',
    },
    users: {
      user_id: { merging: "a user's own word", copy: { columns: ['kind'], order: ['kind'] }, erasing: 'deleted' },
    },
  },
  messages: {
    row: { id: number, user_id: person, kind: `'activation'`, dedupe_key: word },
    unmet: {
      messages__dedupe: 'inserts pass over what is there',
      messages_kind_check: 'written by code alone',
      messages_status_check: 'written by code alone',
      messages_outcome_check: 'written by code alone',
    },
    platform: 'insert select',
    users: {
      user_id: {
        merging: 'mails that went to this mailbox; the timeline shows those of both',
        copy: {
          columns: ['kind', 'status', 'outcome', 'utc_created_on', 'utc_sent_on'],
          order: ['id'],
          withheld: {
            id: internal,
            dedupe_key: internal,
            params: ofOthers,
            last_error: internal,
            run_id: internal,
            provider_id: internal,
            tries: internal,
            address_refusals: internal,
            utc_try_on: internal,
            utc_worth_until: internal,
            utc_undelivered_on: internal,
          },
        },
        erasing: 'deleted',
      },
    },
  },
} satisfies UserTables
