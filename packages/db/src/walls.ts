export { staysTogether } from '@escola/db-citus'
export { schoolColumns } from './tables.gen.ts'
export { insertRows, reasonsOf, tables } from './tables.testing.ts'
