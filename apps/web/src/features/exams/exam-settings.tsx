import {
  type countingRules,
  type ExamSettings,
  examLimits,
  type shownParts,
  type shownTimes,
} from '@escola/contract/exam-plan'
import type { Exam } from '@escola/contract/exams.contract'
import { countOf } from '@escola/contract/messages'
import { refusals } from '@escola/contract/refusals'
import { utcOf, wallTimeOf } from '@escola/contract/wall-time'
import { Radio, Select, SimpleGrid, Stack, Switch, Title } from '@mantine/core'
import { useState } from 'react'
import { MomentField } from '../../ui/forms/moment-field.tsx'
import { WholeField } from './number-fields.tsx'

const anyNumber = 'any'
const attemptChoices = [
  ...Array.from({ length: examLimits.attemptsMax }, (_, at) => ({
    value: String(at + 1),
    label: countOf(at + 1, 'tentativa', 'tentativas'),
  })),
  { value: anyNumber, label: 'Quantas o aluno quiser' },
]
const countingChoices: { value: (typeof countingRules)[number]; label: string }[] = [
  { value: 'best', label: 'A melhor' },
  { value: 'last', label: 'A última' },
  { value: 'mean', label: 'A média de todas' },
]
const shownChoices: { value: (typeof shownParts)[number]; label: string }[] = [
  { value: 'nothing', label: 'Nada' },
  { value: 'score', label: 'A nota' },
  { value: 'answers', label: 'A nota e o que acertou' },
  { value: 'key', label: 'Tudo, com o gabarito e as explicações' },
]
const timeChoices: { value: (typeof shownTimes)[number]; label: string }[] = [
  { value: 'attempt', label: 'Depois de cada tentativa' },
  { value: 'passed', label: 'Só depois de passar' },
  { value: 'moment', label: 'A partir de um dia e hora' },
]

interface Props {
  settings: ExamSettings
  problems: Exam['problems']
  onChange: (fields: Partial<ExamSettings>) => void
}

export function ExamSettingsFields({ settings, problems, onChange }: Props) {
  const isExam = settings.kind === 'exam'
  const problemOf = (field: Exam['problems'][number]['field']) =>
    problems.find((problem) => problem.field === field)?.message
  return (
    <Stack gap="md">
      <Radio.Group
        label="Para que serve"
        value={settings.kind}
        // An exercise holds no student back: its key is shown after each answer.
        onChange={(kind) => onChange(kind === 'exam' ? { kind } : { kind: 'exercise', must_pass: false })}
      >
        <Stack gap="xs" mt={6}>
          <Radio value="exam" label="Prova" description="Vale nota, com as regras que você escolher abaixo" />
          <Radio
            value="exercise"
            label="Exercício"
            description="Para aprender: quantas tentativas quiser, com o gabarito depois de cada resposta"
          />
        </Stack>
      </Radio.Group>
      {isExam && <AttemptFields settings={settings} onChange={onChange} />}
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
        <OptionalMoment
          label="Abre em"
          utc={settings.utc_opens_on}
          onUtc={(utc_opens_on) => onChange({ utc_opens_on })}
        />
        <OptionalMoment
          label="Fecha em"
          utc={settings.utc_closes_on}
          problem={problemOf('utc_closes_on')}
          onUtc={(utc_closes_on) => onChange({ utc_closes_on })}
        />
      </SimpleGrid>
      <Switch
        label="Embaralhar as questões"
        description="Em cada tentativa elas aparecem em outra ordem"
        checked={settings.is_shuffled}
        onChange={({ currentTarget }) => onChange({ is_shuffled: currentTarget.checked })}
      />
      {(isExam || settings.must_pass) && (
        <Switch
          label="Precisa ser aprovada para concluir a aula"
          description="A aula é concluída quando o aluno passa, e de nenhum outro jeito"
          checked={settings.must_pass}
          error={problemOf('must_pass')}
          onChange={({ currentTarget }) => onChange({ must_pass: currentTarget.checked })}
        />
      )}
      {isExam && <ShownFields settings={settings} problem={problemOf('utc_shows_on')} onChange={onChange} />}
    </Stack>
  )
}

function AttemptFields({ settings, onChange }: Pick<Props, 'settings' | 'onChange'>) {
  const isSingle = settings.attempts === 1
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
      <Select
        label="Tentativas"
        data={attemptChoices}
        allowDeselect={false}
        value={settings.attempts === null ? anyNumber : String(settings.attempts)}
        onChange={(value) => value && onChange({ attempts: value === anyNumber ? null : Number(value) })}
      />
      <WholeField
        label="Nota para passar (%)"
        value={settings.pass_percent}
        least={1}
        most={100}
        onValue={(pass_percent) => pass_percent !== null && onChange({ pass_percent })}
      />
      {!isSingle && (
        <>
          <Select
            label="Qual tentativa conta"
            data={countingChoices}
            allowDeselect={false}
            value={settings.counts}
            onChange={(counts) => counts && onChange({ counts })}
          />
          <WholeField
            label="Pausa entre tentativas, em minutos"
            value={settings.pause_minutes}
            least={0}
            most={examLimits.pauseMinutesMax}
            onValue={(pause_minutes) => pause_minutes !== null && onChange({ pause_minutes })}
          />
        </>
      )}
      <WholeField
        label="Tempo de cada tentativa, em minutos"
        placeholder="Sem limite"
        value={settings.limit_minutes}
        least={1}
        most={examLimits.limitMinutesMax}
        isOptional
        onValue={(limit_minutes) => onChange({ limit_minutes })}
      />
    </SimpleGrid>
  )
}

function ShownFields({
  settings,
  problem,
  onChange,
}: Pick<Props, 'settings' | 'onChange'> & { problem: string | undefined }) {
  return (
    <Stack gap="sm" component="section" aria-labelledby="exam-shown">
      <Title order={3} size="h6" id="exam-shown">
        O que aparece depois
      </Title>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
        <Select
          label="O aluno vê"
          data={shownChoices}
          allowDeselect={false}
          value={settings.shows}
          onChange={(shows) => shows && onChange({ shows })}
        />
        {settings.shows !== 'nothing' && (
          <Select
            label="Quando"
            data={timeChoices}
            allowDeselect={false}
            value={settings.shows_when}
            onChange={(shows_when) => shows_when && onChange({ shows_when })}
          />
        )}
        {settings.shows !== 'nothing' && settings.shows_when === 'moment' && (
          <OptionalMoment
            label="A partir de"
            utc={settings.utc_shows_on}
            problem={problem}
            onUtc={(utc_shows_on) => onChange({ utc_shows_on })}
          />
        )}
      </SimpleGrid>
    </Stack>
  )
}

interface MomentProps {
  label: string
  utc: string | null
  problem?: string | undefined
  onUtc: (utc: string | null) => void
}

/** A moment on the clock of São Paulo, or none. */
function OptionalMoment({ label, utc, problem, onUtc }: MomentProps) {
  const [typed, setTyped] = useState<string>()
  const isFar = typed !== undefined && typed !== '' && utcOf(typed) === undefined
  return (
    <MomentField
      label={label}
      description="Horário de São Paulo"
      value={typed ?? (utc ? wallTimeOf(utc) : '')}
      error={isFar ? refusals.farMoment : problem}
      onChange={(next) => {
        setTyped(next)
        if (next === '') onUtc(null)
        else if (utcOf(next)) onUtc(utcOf(next)!)
      }}
      onBlur={() => {
        if (!isFar) setTyped(undefined)
      }}
    />
  )
}
