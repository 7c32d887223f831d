-- Hash of what was sent under a key, so that the key isn't taken for other content. Null of keys of before, and of calls without a body: it matches all.
alter table idempotency_keys add column sent_hash text;
