-- A domain that was switched off before switching ended its use costs nothing from now on.
update domain_uses u set utc_until = now() from schools s
  where s.id = u.school_id and u.utc_until is null and not s.use_own_domain;
