-- The key of a sale's grant is `platform:purchase:item`, with each `%` and `:` of a code escaped. These read it, as enrollments/sale-keys.service.ts does.
create function app.sale_platform(source_key text) returns text
  language sql immutable parallel safe
  return split_part(source_key, ':', 1);

create function app.sale_purchase(source_key text) returns text
  language sql immutable parallel safe
  return replace(replace(split_part(source_key, ':', 2), '%3A', ':'), '%25', '%');
