-- Products, offers and plans that each sale named, in the order of the sales: a class finds the newest sales of what it sells without reading the others.
create table sale_items (
  school_id bigint not null default app.school_id() references schools,
  platform text not null,
  item_id text not null,
  utc_received_on timestamptz not null,
  sale_id bigint not null,
  primary key (school_id, platform, item_id, utc_received_on, sale_id),
  foreign key (school_id, sale_id) references sales (school_id, id) on delete cascade
);
select app.protect('sale_items');
create index sale_items__sale on sale_items (school_id, sale_id);
-- Those that came to the address of a class name its integration.
create index sales__integration on sales (school_id, integration_id, utc_received_on desc, id desc) where integration_id is not null;
insert into sale_items (school_id, platform, item_id, utc_received_on, sale_id)
  select distinct s.school_id, s.platform, item, s.utc_received_on, s.id from sales s cross join unnest(s.product_ids || s.offer_ids) as item
  on conflict do nothing;
