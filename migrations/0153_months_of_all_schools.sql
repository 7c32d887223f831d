-- The platform adds up the sums of all schools, month by month.
create index ledger_months__month on ledger_months (month, account) include (cents);
