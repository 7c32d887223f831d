-- Offers and plans of a sale beside its products, so that an administrator chooses which of them a class sells; and the text that a search of sales reads.
alter table sales
  add column offer_ids text[] not null default '{}',
  add column folded text not null
    generated always as (' ' || app.fold(buyer_name) || E'\n ' || app.fold(buyer_email) || E'\n ' || app.fold(corrected_email) || E'\n ' || app.fold(transaction_code)) stored;
