-- The platform has jobs of its own: they begin before a school is known. Their rows name school 0, which no school has and no transaction
-- of a school can enter, so the outbox no longer points to schools.
alter table outbox drop constraint outbox_school_id_fkey;
