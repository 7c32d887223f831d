-- Accents that Macs and telephones wrote as letters of their own become one with their letters, as names and titles are kept from now on: a search
-- for 'joao' folds composed letters alone.
update users set name = normalize(name) where name is not nfc normalized;
update memberships set name = normalize(name) where name is not nfc normalized;
update schools set name = normalize(name) where name is not nfc normalized;
update categories set title = normalize(title) where title is not nfc normalized;
update courses set title = normalize(title) where title is not nfc normalized;
update modules set title = normalize(title) where title is not nfc normalized;
update lessons set title = normalize(title) where title is not nfc normalized;
update cohorts set title = normalize(title) where title is not nfc normalized;
update files set filename = normalize(filename) where filename is not nfc normalized;
