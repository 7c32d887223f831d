import { sql } from 'kysely'
import { day, number, person, word } from '../table-facts.ts'
import { byAdministrator, internal, namelessId, secret, type UserTables } from './user-table.ts'

/** Files, sales and what else names a user by an e-mail or an upload. */
export const salesTables = {
  files: {
    row: { id: number, purpose: `'logo'`, storage_key: word, filename: word, content_type: word, size_bytes: '1' },
    unmet: {
      files__storage_key: 'a random key, written by code alone',
      files_purpose_check: 'written by code alone',
      files_size_bytes_check: 'counted by us',
    },
    users: {
      created_by: {
        merging: 'sent by an administrator; nothing asks whose it is',
        copy: {
          columns: ['purpose', 'filename', 'content_type', 'size_bytes', 'utc_created_on'],
          order: ['id'],
          withheld: { id: internal, storage_key: internal, utc_unused_on: internal },
        },
        erasing: namelessId,
      },
    },
  },
  sales: {
    row: {
      id: number,
      platform: `'hotmart'`,
      delivery_hash: word,
      headers: `'{}'::jsonb`,
      query: `'{}'::jsonb`,
      body: `''`,
      utc_received_on: day,
    },
    unmet: {
      sales__delivery: 'told again, nothing is written',
      sales_state_check: 'written by code alone',
    },
    users: {
      buyer_email: {
        merging: 'what was said; the timeline shows the sales of both',
        copy: {
          columns: [
            'platform',
            'state',
            'event',
            'transaction_code',
            'buyer_name',
            'buyer_email',
            'buyer_phone',
            'corrected_email',
            'product_ids',
            'offer_ids',
            'product_name',
            'amount_cents',
            'currency',
            'utc_received_on',
          ],
          order: ['id'],
          where: ({ email }) =>
            sql`((t.buyer_email = ${email} and t.corrected_email = '') or t.corrected_email = ${email})`,
          withheld: {
            id: internal,
            delivery_hash: internal,
            headers: secret,
            query: secret,
            body: "the sales platform's own call, with its secrets; it is kept for half a year",
            sealed_body: 'the same, sealed',
            account_id: internal,
            folded: internal,
            integration_id: internal,
            reason: internal,
            reason_detail: internal,
            chosen_cohort_id: internal,
            times: internal,
            utc_repeated_on: internal,
            utc_counts_on: internal,
            waiting_ids: internal,
            waiting_items: internal,
          },
        },
        erasing: { by: 'sales', does: 'keeps the sale without its buyer' },
      },
      corrected_email: {
        merging: 'what was said; the timeline shows the sales of both',
        copy: 'the sale is found by it where it is not empty, and else by buyer_email',
        erasing: { by: 'sales', does: 'keeps the sale without its buyer' },
      },
    },
  },
  import_refusals: {
    row: { import_id: number, line: '1', name: word, email: word, cellphone: word, reason: word },
    unmet: { import_refusals_pkey: 'the line is counted by us, in a transaction that holds the import' },
    users: {
      email: {
        merging: 'what stood in a file',
        copy: {
          columns: ['name', 'email', 'cellphone', 'reason'],
          order: ['import_id', 'line'],
          where: ({ email }) => sql`lower(trim(t.email)) = ${email}`,
          withheld: { import_id: internal, line: internal },
        },
        erasing: { by: 'imports', does: 'deletes them by the e-mails of the student' },
      },
    },
  },
  purchase_facts: {
    row: {
      id: number,
      platform: `'hotmart'`,
      fact_key: word,
      kind: `'paid'`,
      utc_occurred_on: day,
      is_stated: 'true',
    },
    unmet: {
      purchase_facts__key: 'told again, the row is replaced',
      purchase_facts_kind_check: 'written by code alone',
    },
    users: {
      from_user_id: {
        merging: 'what was said; the timeline shows it',
        copy: 'repeats the grant that went to another student',
        erasing: namelessId,
      },
      user_id: {
        merging: 'what was said; a decision follows it to the first student',
        copy: 'repeats the sale and the grant that it gave',
        erasing: namelessId,
      },
    },
  },
  sales_report_rows: {
    row: {
      id: number,
      report_id: number,
      line: '1',
      verdict: `'missing'`,
      status: `'paid'`,
      transaction_code: word,
      buyer_name: word,
      buyer_email: word,
      buyer_cellphone: word,
      product_ids: `'{}'::text[]`,
      offer_ids: `'{}'::text[]`,
      product_name: word,
      utc_occurred_on: day,
      is_stated: 'true',
      fact_key: word,
      is_known: 'true',
      cohort_ids: `'{}'::bigint[]`,
      reasons: `'{}'::text[]`,
    },
    unmet: {
      sales_report_rows_status_check: 'the contract knows these words alone',
      sales_report_rows_verdict_check: 'written by code alone',
    },
    users: {
      buyer_email: {
        merging: 'what the report says; it is gone within days',
        copy: 'repeats the sale as its platform tells it, and is gone within days',
        erasing: { by: 'sales-reports', does: 'deletes them by the e-mails of the student' },
      },
    },
  },
  sales_reports: {
    row: {
      id: number,
      account_id: number,
      filename: word,
      total: '1',
      fine_paid: '0',
      fine_ended: '0',
      fine_over: '0',
      created_by: person,
      utc_created_on: day,
    },
    unmet: { sales_reports__only: 'the one before is deleted first, while the accounts are held' },
    users: {
      created_by: byAdministrator,
    },
  },
} satisfies UserTables
