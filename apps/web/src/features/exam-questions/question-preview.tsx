import { Checkbox, Modal, Radio, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { QuestionText } from '../../ui/question-text/question-text.tsx'
import classes from './exam-questions.module.css'
import type { QuestionValues } from './question-values.ts'

interface Props {
  values: QuestionValues
  isOpen: boolean
  onClose: () => void
}

/** The question as a student is asked it, with nothing that tells what is right. */
export const QuestionPreview = ({ values, isOpen, onClose }: Props) => (
  <Modal opened={isOpen} onClose={onClose} title="Como o aluno vê" size="lg" centered>
    <Stack>
      <QuestionText html={values.statement} />
      <Answer values={values} />
      {values.is_shuffled && (values.kind === 'one' || values.kind === 'several') && (
        <Text size="sm" c="dimmed">
          Em cada tentativa as opções aparecem em outra ordem.
        </Text>
      )}
    </Stack>
  </Modal>
)

function Answer({ values: { kind, options, unit } }: { values: QuestionValues }) {
  const [chosen, setChosen] = useState<string[]>([])
  switch (kind) {
    case 'one':
      return (
        <Radio.Group aria-label="Opções" value={chosen[0] ?? ''} onChange={(value) => setChosen([value])}>
          <Stack gap={0}>
            {options.map(({ id, html }) => (
              <Radio key={id} value={id} label={<QuestionText html={html} />} classNames={{ body: classes.choice }} />
            ))}
          </Stack>
        </Radio.Group>
      )
    case 'several':
      return (
        <Checkbox.Group aria-label="Opções" value={chosen} onChange={setChosen}>
          <Stack gap={0}>
            {options.map(({ id, html }) => (
              <Checkbox
                key={id}
                value={id}
                label={<QuestionText html={html} />}
                classNames={{ body: classes.choice }}
              />
            ))}
          </Stack>
        </Checkbox.Group>
      )
    case 'truth':
      return (
        <Radio.Group aria-label="A afirmação é" value={chosen[0] ?? ''} onChange={(value) => setChosen([value])}>
          <Stack gap={0}>
            <Radio value="true" label="Verdadeira" classNames={{ body: classes.choice }} />
            <Radio value="false" label="Falsa" classNames={{ body: classes.choice }} />
          </Stack>
        </Radio.Group>
      )
    case 'number':
      return (
        <TextInput
          label="Resposta"
          inputMode="decimal"
          maw={240}
          rightSection={unit && <Text size="sm">{unit}</Text>}
          rightSectionWidth={`${unit.length + 3}ch`}
        />
      )
    case 'text':
      return <TextInput label="Resposta" autoComplete="off" />
    case 'open':
      return <Textarea label="Resposta" autosize minRows={5} maxRows={12} />
  }
}
