-- A payment says what it is for. Until now that was read out of its sum, and a plan may cost another one by the time at which it is read.
alter table payments
  add column purpose text,
  -- End of the months of which an upgrade pays the rest.
  add column utc_until timestamptz;
alter table payments add constraint payments_purpose_check
  check (purpose in ('pack', 'first_month', 'month_code', 'renewal', 'overdue_month', 'upgrade'));

-- Says what a payment is for that a process of an earlier release has written: plans cost 199 and 599 reais then.
create function app.payment_purpose(key text, item text, way text, cents bigint, invoice_id text, intent_id text) returns text
  language sql immutable parallel safe
  return case
    when item not in ('middle', 'super') then 'pack'
    when starts_with(key, 'month:') then 'month_code'
    when starts_with(key, 'invoice:') then 'renewal'
    when invoice_id is not null then 'first_month'
    when cents <> case item when 'middle' then 19900 else 59900 end then 'upgrade'
    when way = 'pix' or intent_id is null then 'first_month'
    else 'overdue_month'
  end;

update payments set purpose = app.payment_purpose(key, item, way, cents, invoice_id, intent_id);
