import type { TableFacts } from './table-facts.testing.ts'

/** The tables above the schools, by name. */
export const platformTables = {
  account_deletions: {
    global: 'a person is deleted in all schools; granted to the platform role alone',
    unmet: { account_deletions_pkey: 'inserts pass over what is there' },
    platform: 'delete insert select update',
  },
  credential_keys: {
    global: 'keys of the installation itself; granted to the platform role alone',
    unmet: {
      credential_keys__signing: 'inserts pass over what is there',
      credential_keys_pkey: 'a random uuid',
    },
    platform: 'insert select update(sealed_private_key) update(utc_retired_on)',
  },
  email_changes: {
    global: 'a person has one e-mail in all schools; granted to the platform role alone',
    unmet: {
      email_changes__asked: 'what was asked for before is deleted first, under the row of the person',
    },
    platform: 'delete insert select update',
  },
  email_tokens: {
    global: 'redeemed before a school is known; granted to the platform role alone',
    unmet: {
      email_tokens_pkey: 'the hash of 32 random bytes',
      email_tokens_purpose_check: 'written by code alone',
    },
    platform: 'delete insert select update',
  },
  familiar_addresses: {
    global: 'asked before a school is known; granted to the platform role alone',
    unmet: { familiar_addresses_pkey: 'inserts take the place of what is there' },
    platform: 'delete insert select update',
  },
  former_namespaces: {
    global: 'asked before a school is known; granted to the platform role alone',
    unmet: { former_namespaces_pkey: 'written by whoever holds the name' },
    platform: 'delete insert select update',
  },
  mail_refusals: {
    global: 'one mail server refuses the mail of all schools; granted to the platform role alone',
    platform: 'delete insert select update(counts_for_all)',
  },
  mail_stopped: {
    global: 'one row stops the mail of all schools; granted to the platform role alone',
    unmet: { mail_stopped_pkey: 'inserts pass over what is there' },
    platform: 'delete insert select update',
  },
  one_time_tokens: {
    global: 'taken before a school is known; granted to the platform role alone',
    unmet: {
      one_time_tokens_pkey: 'the hash of 32 random bytes',
      one_time_tokens_purpose_check: 'written by code alone',
    },
    platform: 'delete insert select',
  },
  passkeys: {
    global: 'shown before a school is known; granted to the platform role alone',
    unmet: { passkeys_pkey: 'inserts pass over what is there' },
    platform: 'delete insert select update(sign_count) update(utc_used_on)',
  },
  platform_page_versions: {
    global: 'texts of the platform itself; granted to the platform role alone',
    unmet: {
      platform_page_versions_page_check: 'written by code alone',
      platform_page_versions_pkey: 'inserts pass over what is there',
    },
    platform: 'insert select',
  },
  platform_mails: {
    global: 'mail to people who belong to no school; granted to the platform role alone',
    unmet: {
      platform_mails__key: 'inserts pass over what is there',
      platform_mails_outcome_check: 'written by code alone',
    },
    platform: 'delete insert select update(address_refusals) update(outcome) update(tries)',
  },
  rate_counters: {
    global: 'counts addresses and people, whatever the school; granted to the platform role alone',
    unmet: { rate_counters_pkey: 'inserts pass over what is there' },
    platform: 'delete insert select update',
  },
  recovery_codes: {
    global: 'asked before a school is known; granted to the platform role alone',
    unmet: { recovery_codes_pkey: 'fifty random bits, under a person whose others are deleted first' },
    platform: 'delete insert select',
  },
  school_domains: {
    global: 'one school at a time has a domain; granted to the platform role alone',
    unmet: {
      school_domains__current: 'written by whoever holds the school',
      school_domains_pkey: 'inserts take the place of what is there',
      school_domains_problem_check: 'written by code alone',
      school_domains_state_check: 'written by code alone',
    },
    platform: 'delete insert select update',
  },
  schools: {
    global: 'the list of schools itself; its own policy compares id',
    unmet: {
      schools_domain_check: 'the contract makes it lower case',
      schools_namespace_check: 'the contract makes it lower case',
    },
    platform: 'insert select update',
  },
  second_factors: {
    global: 'asked before a school is known; granted to the platform role alone',
    unmet: { second_factors_pkey: 'inserts take the place of what is there' },
    platform: 'delete insert select update',
  },
  sessions: {
    global: 'opened before a school is known; granted to the platform role alone',
    unmet: { sessions_pkey: 'a random uuid' },
    platform: 'delete insert select update',
  },
  stripe_customers: {
    global: 'asked before a school is known; granted to the platform role alone',
    unmet: {
      stripe_customers__school: 'inserts pass over what is there',
      stripe_customers_pkey: 'inserts pass over what is there',
    },
    platform: 'insert select update(is_present)',
  },
  stripe_events: {
    global: 'stored before a school is known; granted to the platform role alone',
    unmet: { stripe_events_pkey: 'inserts pass over what is there' },
    platform: 'delete insert select update(utc_processed_on)',
  },
  users: {
    global: 'a person exists once for all schools; granted to the platform role alone',
    unmet: {
      users_email_check: 'the contract makes it lower case',
      users_platform_role_check: 'written by no call',
    },
    platform: 'delete insert select update',
  },
} satisfies Record<string, TableFacts>
