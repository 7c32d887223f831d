import { afterAll, beforeAll, expect, it } from 'vitest'
import { joinDatabases } from './testing.ts'
import { openUpgrade } from './upgrade.testing.ts'

let upgrade: Awaited<ReturnType<typeof openUpgrade>>
beforeAll(async () => {
  upgrade = await openUpgrade('payment_products')
})
afterAll(() => upgrade.close())

it("takes what says who bought out of the products of Mercado Pago's payments, and leaves what a class is sold by", async () => {
  await upgrade.migrateTo('0158')
  const { admin } = upgrade
  await admin.query(`insert into schools (name, namespace) values ('Norte', 'norte'), ('Sul', 'sul')`)
  await joinDatabases(upgrade.servers, upgrade.name)
  const said = `array['curso-1', 'Bia Exemplo', '52998224725', '(21) 90000-0004', 'BIA', 'b@x.example', '42', 'Curso Velho', '12345678901']`
  // One school sells two of them, which look like something else.
  await admin.query(`
    with c as (insert into cohorts (school_id, title) select id, 'Turma' from schools where name = 'Norte' returning school_id, id),
    a as (insert into sales_accounts (school_id, platform, title, sealed_code, code_hash, utc_created_on)
      select school_id, 'mercadopago', 'Conta', 'x', 'x', now() from c returning school_id, id)
    insert into sales_integrations (school_id, cohort_id, account_id, product_ids, keeps_paid_period)
      select c.school_id, c.id, a.id, array['Curso Velho', '12345678901'], true from c join a on a.school_id = c.school_id`)
  for (const platform of ['mercadopago', 'hotmart']) {
    await admin.query(`insert into sales (school_id, platform, delivery_hash, headers, query, body, product_ids, buyer_name, state, utc_received_on)
      select id, '${platform}', 'd', '{}', '{}', '', ${said}, 'Bia Exemplo', 'done', now() from schools`)
    await admin.query(`insert into purchase_facts (school_id, platform, fact_key, kind, purchase_code, item_ids, utc_occurred_on, is_stated)
      select id, '${platform}', 'd', 'paid', 'P1', ${said}, now(), true from schools`)
  }
  // A sale that waits may name by many digits the product that it is for.
  for (const state of ['unmatched', 'no_email', 'failed']) {
    await admin.query(`insert into sales (school_id, platform, delivery_hash, headers, query, body, product_ids, state, utc_received_on)
      select id, 'mercadopago', '${state}', '{}', '{}', '', array['12345678901', 'Bia Exemplo'], '${state}', now() from schools`)
    await admin.query(`insert into purchase_facts (school_id, platform, fact_key, kind, purchase_code, item_ids, utc_occurred_on, is_stated)
      select id, 'mercadopago', '${state}', 'paid', '${state}', array['12345678901', 'Bia Exemplo'], now(), true from schools`)
  }
  await admin.query(`insert into sale_items (school_id, platform, item_id, utc_received_on, sale_id)
    select school_id, platform, unnest(product_ids), utc_received_on, id from sales`)
  await upgrade.migrateTo('9999')
  const kept = { Norte: ['curso-1', '42', 'Curso Velho', '12345678901'], Sul: ['curso-1', '42'] }
  const expected = Object.entries(kept)
  expect(
    await upgrade.rowsOf(`select s.name, f.item_ids from purchase_facts f join schools s on s.id = f.school_id
      where f.platform = 'mercadopago' and f.fact_key = 'd' order by s.name`),
  ).toEqual(expected)
  expect(
    await upgrade.rowsOf(`select s.name, o.product_ids from sales o join schools s on s.id = o.school_id
      where o.platform = 'mercadopago' and o.delivery_hash = 'd' order by s.name`),
  ).toEqual(expected)
  expect(
    await upgrade.rowsOf(`select s.name, count(*)::int from sale_items i join schools s on s.id = i.school_id
      where i.platform = 'mercadopago' group by 1 order by 1`),
  ).toEqual(expected.map(([name, items]) => [name, items.length + 3]))
  expect(
    await upgrade.rowsOf(`select distinct f.item_ids, o.product_ids from purchase_facts f
      join sales o on o.school_id = f.school_id and o.delivery_hash = f.fact_key where f.fact_key <> 'd'`),
  ).toEqual([[['12345678901'], ['12345678901']]])
  expect(
    await upgrade.rowsOf(`select distinct cardinality(item_ids) from purchase_facts where platform = 'hotmart'
      union select distinct cardinality(product_ids) from sales where platform = 'hotmart'`),
  ).toEqual([[9]])
})
