import { Button } from '@mantine/core'
import { IconFileImport, IconUserPlus } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Need } from '../../session/need.tsx'
import { type CohortAct, cohortActLabels } from '../../ui/cohorts/cohort-acts.ts'
import { useCohortChoices } from '../../ui/cohorts/use-cohort-choices.ts'
import { CohortDialog } from './cohort-dialog.tsx'

/** Students join by a class: each button asks which one, and leads to its dialog. A school without classes makes one first. */
export function JoinStudents() {
  const [act, setAct] = useState<CohortAct>()
  const choices = useCohortChoices()
  const navigate = useNavigate()
  const join = (acao: CohortAct, cohortId: string) =>
    navigate({ to: '/turma/$cohortId', params: { cohortId }, search: { acao } })
  const start = (wanted: CohortAct) => {
    const [only, ...others] = choices
    if (!only) void navigate({ to: '/turma/criar' })
    else if (others.length === 0) void join(wanted, only.id)
    else setAct(wanted)
  }
  return (
    <>
      <Button leftSection={<IconUserPlus size={18} aria-hidden />} onClick={() => start('adicionar')}>
        {cohortActLabels.adicionar}
      </Button>
      <Need right="records">
        <Button
          variant="light"
          leftSection={<IconFileImport size={18} aria-hidden />}
          onClick={() => start('importar')}
        >
          {cohortActLabels.importar}
        </Button>
      </Need>
      {act && (
        <CohortDialog
          title={cohortActLabels[act]}
          onChoose={({ id }) => join(act, id)}
          onClose={() => setAct(undefined)}
        />
      )}
    </>
  )
}
