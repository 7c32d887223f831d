import type pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { joinDatabases } from './testing.ts'
import { openUpgrade } from './upgrade.testing.ts'

let upgrade: Awaited<ReturnType<typeof openUpgrade>>
let admin: pg.Client
beforeAll(async () => {
  upgrade = await openUpgrade('grants')
  admin = upgrade.admin
})
afterAll(() => upgrade.close())

const migrateTo = (last: string) => upgrade.migrateTo(last)
const rowsOf = (text: string) => upgrade.rowsOf(text)

/** Two schools, each with four students, a course and two classes; every student is in the second class by hand. */
const firstRelease = `
  insert into schools (name, namespace) values ('Norte', 'norte'), ('Sul', 'sul');
  insert into users (email, name) select 'aluna.' || n || '@example.com', 'Aluna ' || n from generate_series(1, 9) n;
  insert into memberships (school_id, user_id, name, email) select s.id, u.id, u.name, u.email from schools s cross join users u;
  insert into courses (school_id, title, link, utc_published_on) select id, 'Pães', 'paes', '2026-01-01' from schools;
  insert into cohorts (school_id, title, all_courses) select s.id, t, true from schools s cross join unnest(array['Vendida', 'Outra']) t;
  insert into enrollments (school_id, cohort_id, user_id, origin, utc_created_on)
    select m.school_id, h.id, m.user_id, case when h.title = 'Outra' then 'manual' when u.n = 1 then 'manual' when u.n = 2 then 'importer'
        when u.n = 3 then 'hotmart' when u.n = 4 then 'hotmart' when u.n = 5 then 'eduzz' when u.n = 6 then 'hotmart' else 'api' end,
      timestamptz '2026-02-01' + m.user_id * interval '1 day'
    from memberships m join cohorts h on h.school_id = m.school_id
    join (select id, row_number() over (order by id) n from users) u on u.id = m.user_id
    where u.n not in (8, 9) and (h.title = 'Vendida' or u.n = 7);
  insert into certificates (school_id, user_id, course_id, number, code, student_name, course_title, workload_minutes, school_name, signature_name, signature_key, utc_completed_on)
    select c.school_id, min(u.id), c.id, 1, 'code ' || c.school_id, 'Aluna "1"', c.title, 90, 'Norte', 'Direção', null, '2026-02-20'
    from courses c cross join users u group by c.school_id, c.id;`

/** Rows that sales left: 3 and 4 have bought, 4 twice; 5 came by a platform and has no purchase; 6 has one that ends; 1 bought since; 8 was taken out; 9 was refunded. */
const sales = `
  insert into sales_grants (school_id, platform, transaction_code, cohort_id, user_id, subscription_code, utc_granted_on, utc_ends_on, utc_ended_on)
    select h.school_id, g.platform, g.code, h.id, u.id, g.subscription, g.granted::timestamptz, g.ends::timestamptz, g.ended::timestamptz
    from cohorts h cross join (values
      (3, 'hotmart', 'HP:3', null, '2026-02-04', null, null), (4, 'hotmart', 'HP4', null, '2026-01-01', null, null),
      (4, 'hotmart', 'HP4%b', 'SUB4', '2026-03-01', null, null), (6, 'hotmart', 'HP6', 'SUB6', '2026-02-07', '2099-01-01', null),
      (1, 'hotmart', 'HP1', null, '2026-01-01', null, null), (8, 'hotmart', 'HP8', null, '2026-02-09', null, null),
      (9, 'hotmart', 'HP9', null, '2026-02-09', null, '2026-02-10'), (9, 'hotmart', 'HP9b', 'SUB9', '2026-02-09', '2026-02-11', '2026-02-11')
    ) as g (n, platform, code, subscription, granted, ends, ended)
    join (select id, row_number() over (order by id) n from users) u on u.n = g.n
    where h.title = 'Vendida';
  insert into sales_transactions (school_id, platform, kind, code, utc_paid_back_on)
    select id, 'hotmart', 'purchase', 'HP9', timestamptz '2026-02-10' from schools;
  insert into sales_integrations (school_id, cohort_id, platform, product_ids, sealed_code, code_hash, sealed_access_token, keeps_paid_period)
    select h.school_id, h.id, i.platform, array[i.product], i.product || ' sealed', i.hash, i.token, i.product <> 'a'
    from cohorts h join (values ('Vendida', 'hotmart', 'a', 'H1', null), ('Outra', 'hotmart', 'b', 'H1', null), ('Outra', 'hotmart', 'c', 'H2', null),
      ('Vendida', 'mercadopago', 'd', 'H1', 'old'), ('Outra', 'mercadopago', 'e', 'H1', 'new')) as i (title, platform, product, hash, token) on i.title = h.title
    order by h.id, i.product;
  insert into sales (school_id, platform, delivery_hash, headers, query, body, integration_id, utc_received_on)
    select school_id, platform, product_ids[1], '{}', '{}', '', id, timestamptz '2026-03-01' from sales_integrations where product_ids[1] in ('a', 'b', 'c');
  insert into sales (school_id, platform, delivery_hash, headers, query, body, integration_id, utc_received_on)
    select id, 'hotmart', 'of none', '{}', '{}', '', 999999, timestamptz '2026-03-01' from schools;`

const openings = `select school_id, user_id, course_id, cohort_id, utc_enrolled_on, is_own from course_openings order by 1, 2, 3, 4`
const people = `select school_id, cohort_id, user_id, origin, utc_created_on from enrollments order by 1, 2, 3`
const countMessages = `select (select count(*) from outbox), (select count(*) from messages), (select count(*) from notifications), (select count(*) from karma_entries)`

it('turns each enrolment of earlier releases into its grants: no student gains or loses a course, and no student is told', async () => {
  await migrateTo('0065')
  await admin.query(firstRelease)
  await migrateTo('0091')
  await admin.query(sales)
  // A database of one server is moved to a cluster before it is migrated on.
  await joinDatabases(upgrade.servers, upgrade.name)
  await migrateTo('0091')
  const before = {
    openings: await rowsOf(openings),
    people: await rowsOf(people),
    messages: await rowsOf(countMessages),
  }
  expect(before.openings.length).toBeGreaterThan(10)
  await migrateTo('9999')
  expect({
    openings: await rowsOf(openings),
    people: await rowsOf(people),
    messages: await rowsOf(countMessages),
  }).toEqual(before)

  const { rows: grants } = await admin.query<Record<string, unknown>>(`
    select u.n::int, source, source_key as key, to_char(utc_starts_on at time zone 'UTC', 'MM-DD') as starts, utc_ends_on is not null as ends, ended_why as why
    from enrollment_grants g join cohorts h on h.school_id = g.school_id and h.id = g.cohort_id and h.title = 'Vendida'
    join (select id, row_number() over (order by id) n from users) u on u.id = g.user_id
    where g.school_id = (select min(id) from schools) order by u.n, source, source_key`)
  const live = { ends: false, why: null }
  expect(grants).toEqual([
    { n: 1, source: 'manual', key: '', starts: '02-02', ...live },
    // Bought before: a grant gives no earlier date than the enrolment had.
    { n: 1, source: 'sale', key: 'hotmart:HP1:', starts: '02-02', ...live },
    { n: 2, source: 'importer', key: '', starts: '02-03', ...live },
    { n: 3, source: 'sale', key: 'hotmart:HP%3A3:', starts: '02-04', ...live },
    { n: 4, source: 'sale', key: 'hotmart:HP4%25b:', starts: '03-01', ...live },
    { n: 4, source: 'sale', key: 'hotmart:HP4:', starts: '02-05', ...live },
    { n: 5, source: 'manual', key: 'before grants', starts: '02-06', ...live },
    { n: 6, source: 'sale', key: 'hotmart:HP6:', starts: '02-07', ends: true, why: null },
    { n: 7, source: 'api', key: '', starts: '02-08', ...live },
    { n: 8, source: 'sale', key: 'hotmart:HP8:', starts: '02-09', ends: false, why: 'removed_by_school' },
    { n: 9, source: 'sale', key: 'hotmart:HP9:', starts: '02-09', ends: false, why: 'refunded' },
    { n: 9, source: 'sale', key: 'hotmart:HP9b:', starts: '02-09', ends: true, why: 'subscription_ended' },
  ])
  // Every enrolment is what its living grants say.
  const projected = await rowsOf(`
    select e.user_id from enrollments e left join (
      select school_id, cohort_id, user_id, min(utc_starts_on) as starts, case when bool_and(utc_ends_on is not null) then max(utc_ends_on) end as ends
      from enrollment_grants where utc_ended_on is null group by 1, 2, 3) g using (school_id, cohort_id, user_id)
    where (e.utc_created_on, e.utc_ends_on) is distinct from (g.starts, g.ends)`)
  expect(projected).toEqual([])
  expect(await rowsOf(`select name, utc_due_on = '2099-01-01' from due_jobs`)).toEqual(
    Array.from({ length: 2 }, () => ['enrollments.end_due', true]),
  )
  expect(
    await rowsOf(`
      select kind, purchase_code, subscription_code, item_ids, to_char(utc_occurred_on at time zone 'UTC', 'MM-DD')
      from purchase_facts where school_id = (select min(id) from schools) order by kind, purchase_code collate "C"`),
  ).toEqual([
    ['paid', 'HP1', null, [''], '02-02'],
    ['paid', 'HP4', null, [''], '02-05'],
    ['paid', 'HP4%b', 'SUB4', [''], '03-01'],
    ['paid', 'HP6', 'SUB6', [''], '02-07'],
    ['paid', 'HP8', null, [''], '02-09'],
    ['paid', 'HP9', null, [''], '02-09'],
    ['paid', 'HP9b', 'SUB9', [''], '02-09'],
    ['paid', 'HP:3', null, [''], '02-04'],
    ['refunded', 'HP9', null, [], '02-10'],
  ])
})

it('keeps what each certificate of earlier releases says', async () => {
  const says = await rowsOf(`select facts from certificates group by facts, school_id order by school_id`)
  expect(says).toHaveLength(2)
  expect(says[0]).toEqual([
    {
      title: 'Certificado de conclusão',
      layout: 'classic',
      has_syllabus: false,
      student_name: 'Aluna "1"',
      courses: [{ course_id: expect.any(String), title: 'Pães', from_school: '', workload_minutes: 90, modules: [] }],
      workload_minutes: 90,
      school_name: 'Norte',
      legal_name: '',
      tax_id: '',
      place: '',
      signers: [{ name: 'Direção', role: '', signature_key: null }],
      logo_key: null,
      started_on: null,
    },
  ])
})

it('makes one account of all integrations of a school that have the same code, which keep their classes and their waiting sales', async () => {
  const [[first] = []] = await rowsOf('select min(id) from schools')
  const inSchool = `school_id = ${first}`
  expect(
    await rowsOf(`
      select a.platform, a.title, a.code_hash, a.sealed_access_token, array_agg(h.title || ' ' || i.product_ids[1] || ' ' || i.keeps_paid_period order by i.product_ids)
      from sales_accounts a join sales_integrations i on i.school_id = a.school_id and i.account_id = a.id
      join cohorts h on h.school_id = i.school_id and h.id = i.cohort_id where a.${inSchool} group by a.id, 1, 2, 3, 4 order by a.platform, a.title`),
  ).toEqual([
    ['hotmart', 'Hotmart', 'H1', null, ['Vendida a false', 'Outra b true']],
    ['hotmart', 'Hotmart 2', 'H2', null, ['Outra c true']],
    ['mercadopago', 'Mercado Pago', 'H1', 'new', ['Vendida d true', 'Outra e true']],
  ])
  expect(
    await rowsOf(`
      select s.delivery_hash, a.title from sales s left join sales_accounts a on a.school_id = s.school_id and a.id = s.account_id
      where s.${inSchool} order by 1`),
  ).toEqual([
    ['a', 'Hotmart'],
    ['b', 'Hotmart'],
    ['c', 'Hotmart 2'],
    ['of none', null],
  ])
  expect(await rowsOf('select count(*)::int from sales_accounts')).toEqual([[6]])
})
