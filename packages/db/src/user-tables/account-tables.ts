import { internal, ofAccount, ofSchool, secret, type UserTables, withAccount } from './user-table.ts'

/** The account of a user, above the schools. */
export const accountTables = {
  users: {
    global: 'a person exists once for all schools; granted to the platform role alone',
    unmet: {
      users_email_check: 'the contract makes it lower case',
      users_platform_role_check: 'written by no call',
    },
    platform: 'delete insert select update',
    users: {
      id: {
        merging: ofAccount,
        copy: {
          columns: [
            'email',
            'name',
            'cellphone',
            'phone_e164',
            'cpf',
            'dark_mode',
            'platform_role',
            'utc_email_confirmed_on',
            'utc_created_on',
          ],
          order: ['id'],
          withheld: {
            password_hash: secret,
            phone_read_from: internal,
            is_demonstration: internal,
            former_of: internal,
          },
        },
        erasing: {
          by: 'people',
          does: 'keeps the row without name and e-mail, because files, imports and logs of schools point to it',
        },
      },
      email: {
        merging: ofAccount,
        copy: 'the copy is found by the id, and has the e-mail',
        erasing: { by: 'people', does: 'keeps the row without name and e-mail' },
      },
      former_of: {
        merging: ofAccount,
        copy: 'an e-mail that the user had, which stands in email_changes',
        erasing: withAccount('people'),
      },
    },
  },
  email_changes: {
    global: 'a person has one e-mail in all schools; granted to the platform role alone',
    unmet: {
      email_changes__asked: 'what was asked for before is deleted first, under the row of the person',
    },
    platform: 'delete insert select update',
    users: {
      user_id: {
        merging: ofAccount,
        copy: {
          columns: [
            'old_email',
            'new_email',
            'device',
            'utc_asked_on',
            'utc_changed_on',
            'utc_undo_until',
            'utc_ended_on',
          ],
          order: ['id'],
          withheld: { id: internal, wrong_codes: internal },
        },
        erasing: withAccount('email-changes'),
      },
      new_email: {
        merging: ofAccount,
        copy: 'the copy is found by the user, and has the e-mail',
        erasing: withAccount('email-changes'),
      },
      old_email: {
        merging: ofAccount,
        copy: 'the copy is found by the user, and has the e-mail',
        erasing: withAccount('email-changes'),
      },
    },
  },
  account_deletions: {
    global: 'a person is deleted in all schools; granted to the platform role alone',
    unmet: { account_deletions_pkey: 'inserts pass over what is there' },
    platform: 'delete insert select update',
    users: {
      user_id: {
        merging: ofAccount,
        copy: { columns: ['utc_asked_on', 'utc_due_on'], order: ['user_id'] },
        erasing: 'deleted by the run of the erasing, when the account is',
      },
    },
  },
  sessions: {
    global: 'opened before a school is known; granted to the platform role alone',
    unmet: { sessions_pkey: 'a random uuid' },
    platform: 'delete insert select update',
    users: {
      user_id: {
        merging: ofAccount,
        copy: {
          columns: [
            'school_id',
            'device',
            'utc_created_on',
            'utc_seen_on',
            'utc_proven_on',
            'utc_factor_proven_on',
            'utc_expires_on',
            'utc_revoked_on',
          ],
          order: ['utc_created_on', 'id'],
          withheld: { id: secret, is_factor_skipped: internal },
        },
        erasing: withAccount('sessions'),
      },
    },
  },
  second_factors: {
    global: 'asked before a school is known; granted to the platform role alone',
    unmet: { second_factors_pkey: 'inserts take the place of what is there' },
    platform: 'delete insert select update',
    users: {
      user_id: {
        merging: ofAccount,
        copy: {
          columns: ['utc_created_on', 'utc_confirmed_on'],
          order: ['user_id'],
          withheld: { sealed_secret: secret, last_step: internal },
        },
        erasing: withAccount('security'),
      },
    },
  },
  passkeys: {
    global: 'shown before a school is known; granted to the platform role alone',
    unmet: { passkeys_pkey: 'inserts pass over what is there' },
    platform: 'delete insert select update(sign_count) update(utc_used_on)',
    users: {
      user_id: {
        merging: ofAccount,
        copy: {
          columns: ['name', 'utc_created_on', 'utc_used_on'],
          order: ['utc_created_on', 'id'],
          withheld: { id: secret, public_key: secret, sign_count: internal, transports: internal },
        },
        erasing: withAccount('security'),
      },
    },
  },
  recovery_codes: {
    global: 'asked before a school is known; granted to the platform role alone',
    unmet: { recovery_codes_pkey: 'fifty random bits, under a person whose others are deleted first' },
    platform: 'delete insert select',
    users: {
      user_id: { merging: ofAccount, copy: secret, erasing: withAccount('security') },
    },
  },
  one_time_tokens: {
    global: 'taken before a school is known; granted to the platform role alone',
    unmet: {
      one_time_tokens_pkey: 'the hash of 32 random bytes',
      one_time_tokens_purpose_check: 'written by code alone',
    },
    platform: 'delete insert select',
    users: {
      user_id: { merging: ofAccount, copy: secret, erasing: withAccount('security') },
    },
  },
  familiar_addresses: {
    global: 'asked before a school is known; granted to the platform role alone',
    unmet: { familiar_addresses_pkey: 'inserts take the place of what is there' },
    platform: 'delete insert select update',
    users: {
      user_id: {
        merging: ofAccount,
        copy: 'the hash of a network address, which tells it to no reader',
        erasing: withAccount('sessions'),
      },
    },
  },
  email_tokens: {
    global: 'redeemed before a school is known; granted to the platform role alone',
    unmet: {
      email_tokens_pkey: 'the hash of 32 random bytes',
      email_tokens_purpose_check: 'written by code alone',
    },
    platform: 'delete insert select update',
    users: {
      user_id: { merging: ofAccount, copy: secret, erasing: withAccount('sessions') },
    },
  },
  schools: {
    global: 'the list of schools itself; its own policy compares id',
    unmet: {
      schools_domain_check: 'the contract makes it lower case',
      schools_namespace_check: 'the contract makes it lower case',
    },
    platform: 'insert select update',
    users: {
      email: ofSchool,
    },
  },
} satisfies UserTables
