import { type ChargedStudent, chargedLimits, type charges } from '@escola/contract/charges.contract'
import type { ResponseInput } from '@escola/contract/route'
import { notFound } from '../../core/app-error.ts'
import type { School } from '../../core/scope.ts'
import { type ChargedStudentRow, findChargedRow, listCharged } from './charged-students.queries.ts'

const rowsPerPage = chargedLimits.studentsPerPage

/** Reads which students a row of the statement charged, as the school knows them now. */
export const readCharged = (
  school: School,
  { id, page }: { id: string; page: number },
): Promise<ResponseInput<typeof charges.students>> =>
  school.tx(async (db) => {
    const charged = await findChargedRow(db, id)
    if (!charged) throw notFound()
    const { row, utc_booked_on, cents, quantity: total } = charged
    const from = (page - 1) * rowsPerPage
    const rows = from < total ? await listCharged(db, row, { from, until: from + rowsPerPage }) : []
    return {
      utc_booked_on: utc_booked_on.toISOString(),
      cents: -cents,
      students: { total, page, rowsPerPage, list: rows.map(toWireCharged) },
    }
  })

/** The page of a merged student is that of the student they were merged into. */
const toWireCharged = ({
  name,
  email,
  link,
  is_student,
  merged_into,
  into_name,
  ...row
}: ChargedStudentRow): ChargedStudent => ({
  ...row,
  name: name ?? '',
  email: email ?? '',
  link: is_student || merged_into !== null ? link : null,
  merged_into: into_name ?? '',
})
