import { students } from '@escola/contract/students.contract'
import { dayOf } from '@escola/contract/time'
import { download } from '../../api/client.ts'
import { useSchool } from '../../session/context.ts'
import { withProof } from '../../ui/account/proof.ts'
import { DownloadButton } from '../../ui/download-button.tsx'
import type { StudentQuery } from './students.queries.ts'

/** Downloads all students whom the search and the filters find. */
export function ExportButton({ query: { page: _page, sort: _sort, ...query } }: { query: StudentQuery }) {
  const { id: schoolId } = useSchool()
  const downloadStudents = () =>
    withProof(() => download(students.exportFile, { params: { schoolId }, query }, `alunos-${dayOf(new Date())}.csv`))
  return <DownloadButton label="Baixar CSV" download={downloadStudents} done="O arquivo com os alunos foi baixado." />
}
