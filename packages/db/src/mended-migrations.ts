/**
 * Checksums of migrations as they first came out. No cluster could run them, so their statements were split or written with immutable functions
 * alone; on one server, where they may have run, the first text did the same as the present one. The first text of 0218 set a key that 0225 replaces.
 */
export const firstChecksums: ReadonlyMap<string, string> = new Map([
  ['0108_sales_settled.sql', '43733841b6799e6fcc4580830649c043076490c9e8adb50103031dd91e4c5dec'],
  ['0114_moves.sql', 'e343a872a01e42bf9492de515330e9689d6efae1c53daf88fdbe6b0e9ad3115e'],
  ['0115_sales_accounts.sql', 'dece35a87a2fb92dc85ef9da8857928874ac3d0552c52e91f8f42c40659572bc'],
  ['0116_import_undo.sql', '5e5b39c12469bc337fd8c6aefc5bf6d6a0dd1a1576ded5ec1bdb2632ac411da0'],
  ['0118_terms.sql', 'fce4aba57095ba561db110b2a2fe8d77bd4d96300bea742bb4425c69318ca5ee'],
  ['0123_certificate_records.sql', '50bf274c8d1b69f392334d53a659b360cb0dc6f01ee4df1f796de69134ebc309'],
  ['0124_certificate_templates.sql', '6945fbaae3dd43fa2eb74da94abaa1e5325fbb49598c8c41a76eb476b07d8528'],
  ['0130_given_purchases.sql', '5c579061eb4719a2ea26af110f8e10fef6502bd480c880d5fce7c5be5b7254f7'],
  ['0218_exam_questions.sql', '105556e195f36afd68097c8fd00918424b330d850c53be504348f9a481d63753'],
])
