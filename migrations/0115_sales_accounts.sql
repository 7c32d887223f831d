-- Accounts of schools on sales platforms: the code by which the deliveries of one prove themselves, entered once for every class that it sells.
-- The code is sealed; its hash finds the account of a delivery that shows it.
create table sales_accounts (
  school_id bigint not null default app.school_id() references schools,
  id bigint generated always as identity,
  platform text not null,
  title text not null collate app.titles,
  sealed_code text not null,
  code_hash text not null,
  -- Token by which payments are looked up, of platforms whose deliveries name no more than a payment.
  sealed_access_token text,
  utc_created_on timestamptz not null,
  primary key (school_id, id)
);
select app.protect('sales_accounts');
create unique index sales_accounts__code on sales_accounts (school_id, platform, code_hash);

-- Integrations of before with the same code are one account; the newest of them has the token that is good.
insert into sales_accounts (school_id, platform, title, sealed_code, code_hash, sealed_access_token, utc_created_on)
  select school_id, platform, name || case when place = 1 then '' else ' ' || place end, sealed_code, code_hash, sealed_access_token, now()
  from (
    select school_id, platform, code_hash, case platform when 'hotmart' then 'Hotmart' when 'eduzz' then 'Eduzz' when 'octapay' then 'OctaPay'
        when 'mercadopago' then 'Mercado Pago' when 'bravapay' then 'BravaPay' else 'Fornece' end as name,
      (array_agg(sealed_code order by id desc))[1] as sealed_code,
      (array_agg(sealed_access_token order by id desc) filter (where sealed_access_token is not null))[1] as sealed_access_token,
      row_number() over (partition by school_id, platform order by min(id)) as place
    from sales_integrations group by school_id, platform, code_hash
  ) accounts;

-- No account has the number 0. The coordinator of a database that was moved to a cluster keeps rows of before, which are not read and which no update reaches.
alter table sales_integrations add column account_id bigint not null default 0;
update sales_integrations i set account_id = a.id from sales_accounts a
  where a.school_id = i.school_id and a.platform = i.platform and a.code_hash = i.code_hash;

-- Account whose code the delivery has proven to know. Those of before have none if their integration is gone.
alter table sales add column account_id bigint;
update sales s set account_id = i.account_id from sales_integrations i where i.school_id = s.school_id and i.id = s.integration_id;
-- A delivery to the address of a class names its integration; no other does.
alter table sales alter column integration_id drop not null;
create index sales__account on sales (school_id, account_id, utc_received_on desc);

alter table sales_integrations alter column account_id drop default;
alter table sales_integrations drop column platform, drop column sealed_code, drop column code_hash, drop column sealed_access_token;
alter table sales_integrations add constraint sales_integrations_account_fkey
  foreign key (school_id, account_id) references sales_accounts (school_id, id) on delete cascade;
create index sales_integrations__account on sales_integrations (school_id, account_id);
