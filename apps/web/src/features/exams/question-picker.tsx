import type { DrawFilter } from '@escola/contract/exam-plan'
import {
  difficultyLabels,
  examQuestionListLimits,
  kindLabels,
  type ListedExamQuestion,
} from '@escola/contract/exam-questions.contract'
import type { PlannedQuestion } from '@escola/contract/exams.contract'
import { countOf } from '@escola/contract/messages'
import { Button, Checkbox, Group, Modal, Skeleton, Stack, Text } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type CSSProperties, useState } from 'react'
import { useSchool } from '../../session/context.ts'
import { FailureAlert } from '../../ui/failure-alert.tsx'
import { ListFilters } from '../../ui/lists/list-filters.tsx'
import { Pager } from '../../ui/lists/pager.tsx'
import { SearchBox } from '../../ui/lists/search-box.tsx'
import { usePhone } from '../../ui/lists/use-phone.ts'
import { changeFilter, noFilter, useBankFilters } from './bank-filters.ts'
import classes from './exam-editor.module.css'
import { examQueries } from './exams.queries.ts'

interface PickingProps {
  /** Questions that the assessment has already. */
  taken: string[]
  /** Most that there is still room for. */
  most: number
  onAdd: (questions: PlannedQuestion[]) => void
  onClose: () => void
}

export function QuestionPicker({ isOpen, ...picking }: PickingProps & { isOpen: boolean }) {
  const isPhone = usePhone()
  return (
    <Modal opened={isOpen} onClose={picking.onClose} title="Questões do banco" size="xl" fullScreen={isPhone}>
      {isOpen && <Picking {...picking} />}
    </Modal>
  )
}

function Picking({ taken, most, onAdd, onClose }: PickingProps) {
  const [filter, setFilter] = useState<DrawFilter>(noFilter)
  const [search, setSearch] = useState('')
  const [page, setPage] = useState(1)
  const [chosen, setChosen] = useState<PlannedQuestion[]>([])
  const fields = useBankFilters()
  const { data, error, isPlaceholderData } = useQuery(
    examQueries.questions(useSchool().id, { ...filter, search, page }),
  )
  const isChosen = (id: string) => chosen.some((question) => question.id === id)
  const toggle = ({ id, summary, kind, difficulty, is_archived }: ListedExamQuestion) =>
    setChosen(
      isChosen(id)
        ? chosen.filter((question) => question.id !== id)
        : [...chosen, { id, summary, kind, difficulty, is_archived }],
    )
  return (
    <Stack style={{ '--pinned-on': 'var(--raised)' } as CSSProperties}>
      <ListFilters
        search={
          <SearchBox
            label="Buscar questão pelo enunciado ou pelas opções"
            placeholder="Palavras da questão"
            maxLength={examQuestionListLimits.searchMax}
            search={search}
            onSearch={(next) => {
              setSearch(next)
              setPage(1)
            }}
          />
        }
        fields={fields}
        values={filter}
        onFilter={(name, value) => {
          setFilter(changeFilter(filter, name, value))
          setPage(1)
        }}
        found={countOf(data?.total ?? 0, 'questão', 'questões')}
      />
      {error && <FailureAlert error={error} />}
      {!data && !error && <Skeleton height={160} />}
      {data && (
        <div className={classes.choices} aria-busy={isPlaceholderData}>
          <Text size="sm" c="dimmed" role="status">
            {data.total > 0
              ? countOf(data.total, 'questão', 'questões')
              : data.has_any
                ? 'Nenhuma questão encontrada.'
                : 'O banco da escola ainda não tem questões.'}
          </Text>
          {data.list.map((question) => {
            const isTaken = taken.includes(question.id)
            return (
              <Checkbox
                key={question.id}
                classNames={{ body: classes.choice, labelWrapper: classes.choiceText }}
                label={question.summary}
                description={`${kindLabels[question.kind]} · ${difficultyLabels[question.difficulty]}${isTaken ? ' · já está na avaliação' : ''}`}
                disabled={isTaken || (!isChosen(question.id) && chosen.length >= most)}
                checked={isTaken || isChosen(question.id)}
                onChange={() => toggle(question)}
              />
            )
          })}
          <Pager {...data} onPage={setPage} label="Páginas de questões" />
        </div>
      )}
      <Group justify="space-between" gap="xs" className={classes.foot}>
        <Button
          variant="subtle"
          rightSection={<IconExternalLink size={16} aria-hidden />}
          renderRoot={(props) => <Link {...props} to="/questoes/criar" target="_blank" preload={false} />}
        >
          Criar questão
        </Button>
        <Group gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancelar
          </Button>
          <Button
            disabled={chosen.length === 0}
            onClick={() => {
              onAdd(chosen)
              onClose()
            }}
          >
            {chosen.length === 0 ? 'Adicionar' : `Adicionar ${countOf(chosen.length, 'questão', 'questões')}`}
          </Button>
        </Group>
      </Group>
    </Stack>
  )
}
