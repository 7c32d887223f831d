import { type SchoolDb, thisSchool } from '@escola/db'
import { sql } from 'kysely'

/** Sales are found by the e-mail that an administrator has corrected, else by that of the platform. */
export const correctSales = (db: SchoolDb, { from, to }: { from: string[]; to: string }) =>
  sql`
    update sales set corrected_email = case when buyer_email = ${to}::text then '' else ${to}::text end
    where school_id = ${thisSchool} and id in (
      select id from sales
      where school_id = ${thisSchool} and buyer_email <> '' and buyer_email = any(${from}::text[]) and corrected_email = ''
      union select id from sales
      where school_id = ${thisSchool} and corrected_email <> '' and corrected_email = any(${from}::text[]))`.execute(db)
