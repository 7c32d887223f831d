export { staysTogether } from '@escola/db-citus'
export { schoolColumns } from './tables.gen.ts'
