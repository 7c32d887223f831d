import { countOf } from '@escola/contract/messages'
import type { Today } from '@escola/contract/today.contract'
import { Button } from '@mantine/core'
import { IconFileAlert } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { BusyButton } from '../../ui/busy-button.tsx'
import { WorkList, WorkRow } from '../../ui/lists/work-list.tsx'
import { useConfirmedChange } from '../../ui/questions/use-confirmed-change.ts'
import { useSettleImport } from './today.queries.ts'

type Entry = Today['imports']['list'][number]

/** Imports whose refused rows are still outside the school. */
export const WaitingImports = ({ imports: { total, list } }: { imports: Today['imports'] }) => (
  <WorkList
    title={countOf(total, 'importação com recusados', 'importações com recusados')}
    icon={IconFileAlert}
    total={total}
    shown={list.length}
    all={<Link to="/turmas">Ver as turmas</Link>}
  >
    {list.map((entry) => (
      <ImportRow key={entry.id} entry={entry} />
    ))}
  </WorkList>
)

function ImportRow({ entry }: { entry: Entry }) {
  const { mutateAsync: settle } = useSettleImport(entry.id)
  const { run, isPending } = useConfirmedChange()
  const { filename, cohort_title: cohort, refused, has_failed } = entry
  const state = has_failed ? 'A importação parou antes do fim' : countOf(refused, 'linha recusada', 'linhas recusadas')
  return (
    <WorkRow
      title={filename}
      text={`${state} · ${cohort}`}
      action={
        <>
          <Button
            size="compact-sm"
            variant="light"
            aria-label={`Ver a importação ${filename}`}
            renderRoot={(props) => (
              <Link
                {...props}
                to="/turma/$cohortId"
                params={{ cohortId: entry.school_gateway_id }}
                search={{ tab: 'importacoes' }}
              />
            )}
          >
            Ver
          </Button>
          <BusyButton
            size="compact-sm"
            variant="default"
            busy={isPending}
            aria-label={`Marcar a importação ${filename} como resolvida`}
            onClick={() => run({ change: () => settle(), done: 'Importação resolvida.' })}
          >
            Resolvida
          </BusyButton>
        </>
      }
    />
  )
}
