import { type CohortRemoval, describeRemoval } from '@escola/contract/cohort-removal'
import { type Cohort, cohortMessages } from '@escola/contract/cohorts.contract'
import { ActionIcon, Menu, Modal, Skeleton } from '@mantine/core'
import { IconArchive, IconCopy, IconDots, IconTrash } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { makeOfflineError } from '../../api/api-error.ts'
import { ErrorState } from '../../ui/loading/error-state.tsx'
import { part, usePart } from '../../ui/loading/part.ts'
import { notifySuccess } from '../../ui/notify.ts'
import { makeDangerQuestion } from '../../ui/questions/danger-question.ts'
import { useConfirmedChange } from '../../ui/questions/use-confirmed-change.ts'
import { useCohortRemoval, useCopyCohort, useRemoveCohort, useUpdateCohort } from './cohorts.queries.ts'

const formPart = part(() => import('./remove-cohort-form.tsx'))

interface CohortMenuProps {
  cohort: Cohort
  /** The class is one of a list. */
  isListed?: boolean
}

export function CohortMenu({ cohort, isListed = false }: CohortMenuProps) {
  const { id, title, is_archived, is_public } = cohort
  const getRemoval = useCohortRemoval(id)
  const remove = useRemoveCohort(id)
  const update = useUpdateCohort(() => Promise.resolve(id))
  const navigate = useNavigate()
  const { run, isPending } = useConfirmedChange()
  // Those who pay a subscription have to go somewhere, which no plain question can ask.
  const [asked, setAsked] = useState<CohortRemoval>()
  const handleRemove = () => {
    let removal: CohortRemoval
    run({
      // The class takes more with it than its page shows, so the question is never asked without the numbers.
      question: async () => {
        removal = await getRemoval()
        return removal.renewing > 0 ? undefined : makeDangerQuestion(describeRemoval(title, removal), 'Apagar turma')
      },
      change: async () => {
        if (removal.renewing > 0) return setAsked(removal)
        await remove.mutateAsync({})
        await navigate({ to: '/turmas' })
        notifySuccess('Turma apagada!')
      },
    })
  }
  const handleArchive = () =>
    run({
      ...(!is_archived && {
        question: {
          title: isListed ? `Arquivar “${title}”?` : 'Arquivar a turma?',
          text: cohortMessages.archive,
          confirmLabel: 'Arquivar',
        },
      }),
      change: () => update.mutateAsync({ is_archived: !is_archived }),
      done: is_archived ? 'A turma voltou para a lista!' : 'Turma arquivada!',
    })
  const copy = useCopyCohort(id)
  const handleCopy = () =>
    run({
      change: async () => {
        const { gateway } = await copy.mutateAsync()
        await navigate({ to: '/turma/$cohortId', params: { cohortId: gateway.id } })
      },
      done: 'Turma duplicada com cursos, prazo e calendário, sem alunos e vendas',
    })
  const form = usePart(formPart)
  const close = () => setAsked(undefined)
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon
            {...(isListed ? { variant: 'subtle', color: 'gray' } : { variant: 'default' })}
            size={36}
            aria-label={isListed ? `Ações da turma ${title}` : 'Mais ações'}
            aria-busy={isPending}
          >
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {!is_public && (
            <Menu.Item leftSection={<IconCopy size={16} aria-hidden />} onClick={handleCopy}>
              Duplicar turma
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconArchive size={16} aria-hidden />} onClick={handleArchive}>
            {is_archived ? 'Desarquivar turma' : 'Arquivar turma'}
          </Menu.Item>
          <Menu.Item color="danger" leftSection={<IconTrash size={16} aria-hidden />} onClick={handleRemove}>
            Apagar turma
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Modal opened={asked !== undefined} onClose={close} title="Apagar a turma?" centered>
        {asked && form.loaded ? (
          <form.loaded.RemoveCohortForm cohort={cohort} removal={asked} onClose={close} />
        ) : form.hasFailed ? (
          <ErrorState error={makeOfflineError()} onRetry={form.retry} />
        ) : (
          <Skeleton height={280} radius="md" aria-busy aria-label="Carregando" />
        )}
      </Modal>
    </>
  )
}
