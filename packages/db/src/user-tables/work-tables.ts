import { day, number, person, word } from '../table-facts.ts'
import { byAdministrator, cursor, namelessId, ofSchool, type UserTables } from './user-table.ts'

/** Work of administrators, runs and money: their rows are about others. */
export const workTables = {
  imports: {
    row: { id: number, cohort_id: number, filename: word, file_id: number, total_students: '1', created_by: person },
    unmet: { imports_status_check: 'written by code alone', imports_undo_status_check: 'written by code alone' },
    users: {
      created_by: byAdministrator,
      undone_by: byAdministrator,
    },
  },
  bulk_changes: {
    row: { id: number, action: `'resend'`, total: '1', asked_by: person, utc_asked_on: day, utc_ended_on: day },
    unmet: {
      bulk_changes__under_way: 'inserts pass over what is there',
      bulk_changes_action_check: 'the contract knows the actions',
      bulk_changes_check: 'the contract asks for a class with the actions that need one',
      bulk_changes_from_check: 'the contract asks where students are moved from',
    },
    users: {
      asked_by: byAdministrator,
      last_user_id: cursor,
    },
  },
  moves: {
    row: {
      id: number,
      cohort_id: number,
      target_id: number,
      utc_enrolled_until: day,
      total: '1',
      asked_by: person,
      utc_asked_on: day,
      utc_ended_on: day,
    },
    unmet: { moves__under_way: 'inserts pass over what is there' },
    users: {
      asked_by: byAdministrator,
      last_user_id: cursor,
    },
  },
  runs: {
    row: {
      id: number,
      kind: `'add'`,
      subject_kind: `'cohort'`,
      subject_id: number,
      lane: word,
      total: '1',
      asked_by: person,
      utc_asked_on: day,
      utc_ended_on: day,
    },
    unmet: { runs__lane: 'inserts pass over what is there' },
    users: {
      asked_by: byAdministrator,
    },
  },
  term_changes: {
    row: {
      id: number,
      cohort_id: number,
      term: `'{"kind":"life"}'`,
      last_grant_id: number,
      total: '1',
      utc_asked_on: day,
      utc_ended_on: day,
    },
    unmet: {
      term_changes__under_way: 'another one ends those under way first, and the class is held',
      term_changes_sold_check: 'an integration is written with what it has sold',
      term_changes_term_check: 'a class always has a term',
    },
    users: {
      asked_by: byAdministrator,
      last_user_id: cursor,
    },
  },
  course_announcements: {
    row: { course_id: number },
    edition: 'mails of the school itself to its own students',
    unmet: { course_announcements_pkey: 'inserts pass over what is there' },
    users: {
      last_user_id: cursor,
    },
  },
  opening_tellings: {
    row: { utc_from: day, utc_until: day },
    unmet: { opening_tellings_pkey: 'inserts take the place of what is there' },
    users: {
      last_user_id: cursor,
    },
  },
  student_months: {
    row: { month: word, utc_as_of: day },
    unmet: { student_months_pkey: 'written under the lock of the sums' },
    users: {
      run_user_id: cursor,
    },
  },
  ledger_movements: {
    row: {
      id: number,
      number,
      key: word,
      kind: `'swap'`,
      balance_cents: '0',
      points: '0',
      utc_booked_on: day,
      statement_row: number,
    },
    unmet: {
      ledger_movements__key: 'the sums are locked, and the key is looked for, before',
      ledger_movements__number: 'numbers are taken under the lock of the sums',
    },
    users: {
      booked_by: byAdministrator,
      user_id: {
        merging: 'the message went to this student',
        copy: 'what a school paid for; it has no words of the user',
        erasing: namelessId,
      },
    },
  },
  card_consents: {
    row: { id: number, method_id: number, version: '1', text: word, utc_given_on: day },
    users: {
      user_id: byAdministrator,
    },
  },
  payments: {
    row: {
      id: number,
      key: word,
      item: `'basic'`,
      way: `'card'`,
      cents: '2990',
      status: `'failed'`,
      method: word,
      saves_card: 'false',
      user_id: person,
      utc_created_on: day,
      utc_tried_on: day,
    },
    unmet: {
      payments__intent: 'the provider makes an intent once for each payment',
      payments__key: 'inserts pass over what is there',
      payments__month: 'the renewal of a month is looked for under the lock of the plan, before',
      payments_cents_check: 'prices stand in the contract',
      payments_purpose_check: 'written by code alone',
      payments_status_check: 'written by code alone',
      payments_way_check: 'written by code alone',
    },
    users: {
      user_id: byAdministrator,
    },
  },
  payment_returns: {
    row: {
      id: number,
      payment_id: number,
      kind: `'refund'`,
      key: word,
      cents: '1',
      state: `'booked'`,
      utc_asked_on: day,
    },
    unmet: {
      payment_returns__key: 'the payment is held, and the key is looked for, before',
      payment_returns__stripe: 'the payment is held, and the id is looked for, before',
      payment_returns_cents_check: 'the contract and the provider know no smaller sum',
      payment_returns_kind_check: 'written by code alone',
      payment_returns_state_check: 'written by code alone',
    },
    users: {
      returned_by: byAdministrator,
    },
  },
  subscriptions: {
    row: { plan_id: `'middle'`, pays_with: `'pix'`, utc_paid_until: day, next_plan_id: `'middle'` },
    unmet: {
      subscriptions_pays_with_check: 'written by code alone',
      subscriptions_pkey: 'inserts take the place of what is there',
    },
    users: {
      wished_by: byAdministrator,
    },
  },
  video_uploads: {
    row: {
      id: number,
      created_by: person,
      filename: word,
      size_bytes: '1',
      modified: '1',
      part_bytes: '1',
      storage_key: word,
      store_upload: word,
      utc_active_on: day,
    },
    unmet: {
      video_uploads__file: 'inserts pass over what is there',
      video_uploads_part_bytes_check: 'written by code alone',
      video_uploads_size_bytes_check: 'the contract takes no less than one',
    },
    users: {
      created_by: {
        merging: 'work of an administrator',
        copy: 'an upload under way; it is a file, or gone, within a day',
        erasing: namelessId,
      },
    },
  },
  team_changes: {
    row: {
      id: number,
      user_id: person,
      change: word,
      utc_half_hour: day,
      utc_began_on: day,
      utc_made_on: day,
    },
    unmet: {
      team_changes_school_id_user_id_change_subject_kind_subject__key: 'inserts count in the line that is there',
    },
    users: {
      user_id: byAdministrator,
      subject_user_id: byAdministrator,
    },
  },
  team_change_values: {
    row: { change_id: number, field: word, before: word },
    unmet: { team_change_values_pkey: 'inserts pass over what is there' },
    users: {
      subject_user_id: {
        merging: 'names the student who was changed',
        copy: 'work of an administrator; what the school has of the user now is in the copy',
        erasing: 'deleted',
      },
    },
  },
  platform_visits: {
    row: {
      id: number,
      session_id: `'00000000-0000-4000-8000-000000000000'::uuid`,
      user_id: person,
      person_name: word,
      utc_began_on: day,
      utc_seen_on: day,
    },
    platform: 'insert select update',
    users: {
      user_id: {
        merging: 'work of the platform',
        copy: 'the log of a school, about work of the platform',
        erasing: namelessId,
      },
    },
  },
  affiliates: {
    row: { affiliate_id: '900001', plan_id: number, utc_invited_on: day, name: word },
    unmet: {
      affiliates_pkey: 'inserts pass over what is there',
      affiliates_plan_check: 'a removal takes the plan away',
    },
    users: {
      email: ofSchool,
    },
  },
  franchisors: {
    row: { franchisor_id: '900001', invitation: '1', utc_invited_on: day, name: word },
    unmet: { franchisors_pkey: 'inserts change what is there' },
    users: {
      email: ofSchool,
    },
  },
} satisfies UserTables
