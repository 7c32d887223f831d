-- Each value of a payment's metadata was kept as a product, so names, documents and telephones stood among them. Of Mercado Pago go, where no class is
-- sold by it, what no class can be mapped by, what has as many digits as a document or a telephone, and names of the buyer. A sale that waits keeps what
-- has as many digits: it may be the code of the product for which no class was found yet.
update purchase_facts f set item_ids = k.ids from (
  select p.school_id, p.id, coalesce(array_agg(u.item order by u.place) filter (where d.id is not null or not (
    u.item ~ '[[:space:],.]' or (length(regexp_replace(u.item, '\D', '', 'g')) between 10 and 14
      and coalesce(s.state not in ('unmatched', 'no_email', 'failed'), true))
    or lower(u.item) = any(string_to_array(lower(coalesce(s.buyer_name, '')), ' ')))), '{}') as ids
  from purchase_facts p cross join unnest(p.item_ids) with ordinality as u (item, place)
  left join sales s on s.school_id = p.school_id and s.platform = p.platform and s.delivery_hash = p.fact_key
  left join (
    select distinct i.school_id, x.id from sales_integrations i
    join sales_accounts a on a.school_id = i.school_id and a.id = i.account_id and a.platform = 'mercadopago' cross join unnest(i.product_ids) as x (id)
  ) d on d.school_id = p.school_id and d.id = u.item
  where p.platform = 'mercadopago' group by p.school_id, p.id
) k where f.school_id = k.school_id and f.id = k.id and f.item_ids <> k.ids;

-- A sale names what its fact does.
update sales s set product_ids = k.ids from (
  select o.school_id, o.id, coalesce(array_agg(u.item order by u.place) filter (where u.item = any(f.item_ids)), '{}') as ids
  from sales o join purchase_facts f on f.school_id = o.school_id and f.platform = o.platform and f.fact_key = o.delivery_hash
  cross join unnest(o.product_ids) with ordinality as u (item, place)
  where o.platform = 'mercadopago' group by o.school_id, o.id
) k where s.school_id = k.school_id and s.id = k.id and s.product_ids <> k.ids;

delete from sale_items i using sales s
  where i.platform = 'mercadopago' and s.school_id = i.school_id and s.id = i.sale_id and i.item_id <> all(s.product_ids || s.offer_ids);
