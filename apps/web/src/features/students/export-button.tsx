import { students } from '@escola/contract/students.contract'
import { dayOf } from '@escola/contract/time'
import { IconDownload } from '@tabler/icons-react'
import { download } from '../../api/client.ts'
import { useSchool } from '../../session/context.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { withProof } from '../../ui/proof.ts'
import { useConfirmedChange } from '../../ui/use-confirmed-change.ts'
import type { StudentQuery } from './students.queries.ts'

/** Downloads all students whom the search and the filters find. */
export function ExportButton({ query: { page: _page, sort: _sort, ...query } }: { query: StudentQuery }) {
  const { id: schoolId } = useSchool()
  const { run, isPending } = useConfirmedChange()
  const handleExport = () =>
    run({
      change: () =>
        withProof(() =>
          download(students.exportFile, { params: { schoolId }, query }, `alunos-${dayOf(new Date())}.csv`),
        ),
      done: 'O arquivo com os alunos foi baixado.',
    })
  return (
    <BusyButton
      variant="light"
      leftSection={<IconDownload size={18} aria-hidden />}
      busy={isPending}
      onClick={handleExport}
    >
      Baixar CSV
    </BusyButton>
  )
}
