-- Students whom a row of the statement charged are found by their places in the month.
create index counted_students__charged on counted_students (school_id, month, place) where cents > 0;
