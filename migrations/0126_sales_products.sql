-- Names of products beside their numbers, as platforms have told them: they outlive the sales.
create table sales_products (
  school_id bigint not null default app.school_id() references schools,
  platform text not null,
  product_id text not null,
  name text not null,
  primary key (school_id, platform, product_id)
);
select app.protect('sales_products');
insert into sales_products (school_id, platform, product_id, name)
  select distinct on (school_id, platform, product_ids[1]) school_id, platform, product_ids[1], product_name from sales
  where product_name <> '' and product_ids[1] is not null and platform <> 'mercadopago'
  order by school_id, platform, product_ids[1], utc_received_on desc;
