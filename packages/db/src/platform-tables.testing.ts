import type { TableFacts } from './table-facts.ts'

/** The tables above the schools, by name. */
export const platformTables = {
  credential_keys: {
    global: 'keys of the installation itself; granted to the platform role alone',
    unmet: {
      credential_keys__signing: 'inserts pass over what is there',
      credential_keys_pkey: 'a random uuid',
    },
    platform: 'insert select update(sealed_private_key) update(utc_retired_on)',
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
} satisfies Record<string, TableFacts>
