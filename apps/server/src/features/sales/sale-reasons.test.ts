import { readFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { world } from '../../testing/world.ts'

const migration = readFileSync(
  path.resolve(import.meta.dirname, '../../../../../migrations/0094_sale_reasons.sql'),
  'utf8',
)

it.each([
  ['“myeduzz.invoice_settled” não é um evento conhecido', 'unknown_event', 'myeduzz.invoice_settled'],
  ['“100% _ ” é” não é um evento conhecido', 'unknown_event', '100% _ ” é'],
  [
    '“myeduzz.contract_updated: late”: na Eduzz, o atraso não tira o acesso',
    'contract_delay',
    'myeduzz.contract_updated: late',
  ],
  ['“x”: na Eduzz, o fim do contrato não tira o acesso', 'contract_end', 'x'],
  ['Só avisos de pagamentos são lidos, e não de “”', 'other_topic', ''],
  ['O pagamento 123 não existe na conta do access token', 'payment_missing', '123'],
  ['Esta compra já foi devolvida', 'paid_back', ''],
  ['O Mercado Pago recusou o access token. Corrija a integração da turma e reprocesse', 'token_refused', ''],
  ['Uma frase que ninguém mais conhece', 'Uma frase que ninguém mais conhece', ''],
  ['', '', ''],
])('the migration turns what was stored into a code: %s', async (stored, reason, detail) => {
  const { databaseUrl, northside } = await world()
  const admin = new pg.Client({ connectionString: databaseUrl })
  await admin.connect()
  onTestFinished(() => admin.end())
  await admin.query('begin')
  await admin.query(
    `insert into sales (school_id, platform, delivery_hash, headers, query, body, integration_id, utc_received_on, reason)
      values ($1, 'hotmart', 'x', '{}', '{}', '', 1, now(), $2)`,
    [northside.id, stored],
  )
  await admin.query(migration.replace(/^alter table.*$/m, ''))
  const { rows } = await admin.query('select reason, reason_detail from sales')
  await admin.query('rollback')
  expect(rows).toEqual([{ reason, reason_detail: detail }])
})
