-- Issuer of certificates, as they print it: the legal name, the CNPJ (fourteen digits and letters) or the CPF given instead, and the place of issue.
alter table schools
  add column legal_name text not null default '',
  add column tax_id text not null default '',
  add column certificate_place text not null default '',
  -- Whether the school asks its students for the CPF that their certificates print.
  add column asks_cpf boolean not null default false;

-- CPF that a student gave this school for certificates, sealed, and the moment of consent.
alter table memberships
  add column sealed_cpf text,
  add column utc_cpf_given_on timestamptz;
