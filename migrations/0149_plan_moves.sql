-- A school that pays its plan by Pix moves to a card: the moment from which the card pays, until it has, and a number of the move that makes it happen once.
alter table subscriptions add column utc_card_from timestamptz;
alter table subscriptions add column moves integer not null default 0;
