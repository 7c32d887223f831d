export { staysTogether } from './distribute.ts'
export { schoolColumns } from './tables.gen.ts'
