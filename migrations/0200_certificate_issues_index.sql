-- outside a transaction
-- Issues that replaced another, by their number: who asks for the revocations of a number that none has is told so without reading all certificates.
create index concurrently certificates__reissued on certificates (school_id, number) where number > 1;
