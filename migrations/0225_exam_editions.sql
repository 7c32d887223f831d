-- The first text of 0218 had a key that sets a question's course to null, which no cluster can. Each question met that key, so none has to be looked at.
alter table exam_questions drop constraint exam_questions_school_id_course_id_fkey;
alter table exam_questions add constraint exam_questions_school_id_course_id_fkey
  foreign key (school_id, course_id) references courses not valid;

-- A question of an edition, which its assessments ask and the bank never shows. It has the id of the franchisor's question, and its versions their
-- numbers, so that a corrected key finds them. Null: the school's own.
alter table exam_questions add column franchisor_id bigint;
