import { day, number, person, word } from '../table-facts.ts'
import { byAdministrator, internal, namelessId, ofOthers, secret, type UserTables, withAccount } from './user-table.ts'

/** The place of a user in a school, and what opens it. */
export const memberTables = {
  memberships: {
    row: { user_id: person, name: `'Aluna'`, email: `'aluna@example.com'` },
    unmet: {
      memberships__link: 'a random uuid',
      memberships_team_roles: 'the contract takes roles of this list alone',
      memberships_pkey: 'inserts pass over what is there',
    },
    platform: 'delete insert select update',
    users: {
      user_id: {
        merging: 'the mark itself',
        copy: {
          columns: [
            'is_admin',
            'is_student',
            'team_roles',
            'may_publish',
            'name',
            'email',
            'cellphone',
            'phone_e164',
            'phone_confirmed',
            'email_confirmed',
            'origin',
            'link',
            'profile_description',
            'utc_created_on',
            'utc_entered_on',
            'utc_seen_on',
            'utc_cpf_given_on',
          ],
          order: ['user_id'],
          withheld: {
            sealed_cpf: secret,
            notes: "the school's own words, which it answers for; the file says so",
            password_hash: secret,
            access_token_hash: secret,
            profile_image_key: 'name of a file; the picture is on the page of the account',
            phone_read_from: internal,
            folded: internal,
            was_in_public_cohort: internal,
            merged_into: ofOthers,
          },
        },
        erasing: { by: 'people', does: 'deletes the row; the others follow it' },
      },
      email: {
        merging: 'the address of the user',
        copy: 'the copy is found by the user, and has the e-mail',
        erasing: 'deleted with the row',
      },
    },
  },
  consents: {
    row: {
      user_id: person,
      whose: `'school'`,
      page: `'termos-e-condicoes'`,
      version: '1',
      way: `'join'`,
      utc_given_on: day,
    },
    unmet: { consents_way_check: 'written by code alone', consents_whose_check: 'written by code alone' },
    platform: 'insert select',
    users: {
      user_id: {
        merging: "a user's own word",
        copy: {
          columns: ['whose', 'page', 'version', 'way', 'utc_given_on'],
          order: ['id'],
          withheld: { id: internal },
        },
        erasing: 'deleted',
      },
    },
  },
  enrollments: {
    row: { cohort_id: number, user_id: person, utc_ends_on: `'2099-01-01'` },
    unmet: { enrollments_pkey: 'inserts hold what is there' },
    platform: 'insert select update(origin) update(utc_created_on) update(utc_ends_on)',
    users: {
      user_id: {
        merging: 'follow the grants',
        copy: { columns: ['cohort_id', 'origin', 'utc_created_on', 'utc_ends_on'], order: ['cohort_id'] },
        erasing: 'deleted',
      },
    },
  },
  other_emails: {
    row: { id: number, user_id: person, email: word, added_by: person, utc_added_on: day },
    unmet: {
      other_emails__email: 'inserts pass over what is there',
      other_emails_email_check: 'the contract writes e-mails small',
    },
    users: {
      user_id: {
        merging: 'lead to the second student, and from there to the first',
        copy: { columns: ['email', 'utc_added_on'], order: ['id'], withheld: { id: internal, added_by: ofOthers } },
        erasing: 'deleted',
      },
      added_by: byAdministrator,
      email: {
        merging: 'a further address of the user',
        copy: 'the copy is found by the user, and has the e-mail',
        erasing: 'deleted with the row',
      },
    },
  },
  enrollment_grants: {
    row: {
      ...{ id: number, cohort_id: number, user_id: person, source: `'manual'`, utc_starts_on: day },
      ...{ utc_ends_on: `'2099-01-01'`, utc_term_ends_on: `'2099-01-01'` },
    },
    unmet: {
      enrollment_grants__live: 'inserts pass over what is there',
      enrollment_grants_ended_check: 'written by code alone',
      enrollment_grants_ended_why_check: 'written by code alone',
      enrollment_grants_source_check: 'written by code alone',
      enrollment_grants_term_of_check: 'written by code alone',
    },
    platform: 'insert select',
    users: {
      user_id: {
        merging: { by: 'enrollments', does: 'passes grants on' },
        copy: {
          columns: [
            'cohort_id',
            'cohort_title',
            'source',
            'source_key',
            'source_line',
            'utc_starts_on',
            'utc_ends_on',
            'utc_charge_ends_on',
            'is_last_charge',
            'utc_resumed_on',
            'utc_term_starts_on',
            'utc_term_ends_on',
            'term_of',
            'utc_ended_on',
            'ended_why',
            'moved_from',
            'utc_moved_on',
          ],
          order: ['id'],
          withheld: {
            id: internal,
            granted_by: ofOthers,
            ended_by: ofOthers,
            moved_by: ofOthers,
            merged_from: ofOthers,
          },
        },
        erasing: 'deleted',
      },
      ended_by: byAdministrator,
      granted_by: byAdministrator,
      moved_by: byAdministrator,
    },
  },
  person_schools: {
    row: { user_id: person, is_admin: 'false', is_student: 'true', utc_created_on: day },
    unmet: { person_schools_pkey: 'inserts take the place of what is there' },
    acrossSchools: { person_schools__user: 'the platform lists the schools of one person at sign-in' },
    together: 'the platform lists the schools of one person at sign-in',
    platform: 'delete insert select update',
    users: {
      user_id: {
        merging: 'repeats the membership',
        copy: 'repeats the membership',
        erasing: { by: 'people', does: 'deletes the row beside the membership' },
      },
    },
  },
  role_courses: {
    row: { user_id: person, course_id: number },
    unmet: { role_courses_pkey: 'inserts pass over what is there' },
    users: {
      user_id: {
        merging: 'members of the team are not merged',
        copy: { columns: ['course_id'], order: ['course_id'] },
        erasing: 'deleted',
      },
    },
  },
  erased_people: {
    row: { user_id: person },
    unmet: { erased_people_pkey: 'inserts pass over what is there' },
    acrossSchools: { erased_people__user: 'the rows of one user go with the account' },
    together: 'asked before a user has a place in the school',
    platform: 'delete select',
    users: {
      user_id: {
        merging: 'a user whom the school has erased has no place that is merged',
        copy: 'says that a school has nothing of the user any more',
        erasing: withAccount('people'),
      },
    },
  },
  merges: {
    row: {
      id: number,
      user_id: person,
      into_user_id: person,
      is_correction: 'false',
      made_place: 'false',
      karma: '0',
      notes_before: `''`,
      merged_by: person,
      utc_merged_on: day,
      utc_undo_until: day,
      utc_settled_on: day,
    },
    unmet: { merges__open: 'both students are held, and one who is merged into another is none' },
    users: {
      into_user_id: { merging: 'says into whom', copy: 'the row is about the other student', erasing: 'deleted' },
      merged_by: byAdministrator,
      undone_by: byAdministrator,
      user_id: { merging: 'says who was merged', copy: 'mails tell of it, and these are copied', erasing: 'deleted' },
    },
  },
  access_api_tokens: {
    row: { token_hash: word, user_id: person, utc_expires_on: day },
    unmet: { access_api_tokens_pkey: 'the hash of 32 random bytes' },
    platform: 'select update(utc_used_on)',
    users: {
      user_id: { merging: 'opens something, and a merging opens nothing', copy: secret, erasing: 'deleted' },
    },
  },
  idempotency_keys: {
    row: { user_id: person, kind: word, key: word },
    unmet: { idempotency_keys_pkey: 'inserts pass over what is there' },
    users: {
      user_id: {
        merging: 'of calls of the session that made them',
        copy: 'random keys of repeated calls, forgotten within days',
        erasing: 'forgotten within days',
      },
    },
  },
  counted_students: {
    row: { month: word, user_id: person, utc_counted_on: day },
    unmet: { counted_students_pkey: 'counted under the lock of the sums' },
    users: {
      user_id: {
        merging: 'a student who takes the grants counts as counted, too',
        copy: 'what a school paid for; it has no words of the user',
        erasing: namelessId,
      },
    },
  },
} satisfies UserTables
