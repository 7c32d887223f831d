-- Questions that are answered by an open text, by putting things in order, or by pairing them.
-- Not valid: the rows that are there satisfy the narrower list.
alter table exam_questions drop constraint exam_questions_kind_check;
alter table exam_questions add constraint exam_questions_kind_check
  check (kind in ('one', 'several', 'truth', 'number', 'text', 'open', 'order', 'pairs')) not valid;
