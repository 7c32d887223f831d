import type { SchoolDb } from '@escola/db'
import * as queries from './phones.queries.ts'

/** Number of a school's students whose telephone has no country that can be known: no text message goes to it, and no conversation opens with it. */
export const countPhonesWithoutCountry = (db: SchoolDb): Promise<number> => queries.countWithoutCountry(db)
