-- The nightly run asks which files nothing names, and which of those are overdue.
create index files__unused on files (school_id, utc_unused_on) where utc_unused_on is not null;
-- Removing a file asks whether an import still has it.
create index imports__file on imports (school_id, file_id);
