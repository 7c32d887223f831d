-- Sentence by which a school greets visitors above its courses; '' where it has written none.
alter table schools add column gallery_sentence text not null default '';
