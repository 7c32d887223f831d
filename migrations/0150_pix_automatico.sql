-- A payer's bank pays the plan each month by a mandate (Pix Automático), without a code.
alter table subscriptions drop constraint subscriptions_pays_with_check;
alter table subscriptions add constraint subscriptions_pays_with_check check (pays_with in ('card', 'pix', 'pix_auto'));
