-- Timeline of a student: sales of an e-mail, also where an administrator has corrected it.
create index sales__buyer on sales (school_id, buyer_email) where buyer_email <> '';
create index sales__corrected on sales (school_id, corrected_email) where corrected_email <> '';
