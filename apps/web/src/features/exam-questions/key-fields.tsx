import { type ExamQuestionKind, examQuestionKinds, examQuestionLimits } from '@escola/contract/exam-content'
import { kindLabels } from '@escola/contract/exam-questions.contract'
import { NativeSelect, Radio, SimpleGrid, Stack, Switch, TagsInput, Text, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { LazyQuestionTextField } from '../../ui/question-text/lazy-question-text-field.tsx'
import classes from './exam-questions.module.css'
import { OptionFields } from './option-fields.tsx'
import { PairFields } from './pair-fields.tsx'
import type { QuestionForm } from './use-question-form.ts'

/** The kind of a question, and what is right in it. */
export function KeyFields({ form }: { form: QuestionForm }) {
  const { kind } = form.values
  const fields: Record<ExamQuestionKind, ReactNode> = {
    one: <Options form={form} />,
    several: <Options form={form} />,
    truth: <Truth form={form} />,
    number: <NumberFields form={form} />,
    text: <Accepted form={form} />,
    order: <OptionFields form={form} />,
    pairs: <PairFields form={form} />,
    open: <Guide form={form} />,
  }
  return (
    <Stack gap="md">
      <NativeSelect
        label="Tipo"
        maw={320}
        data={examQuestionKinds.map((value) => ({ value, label: kindLabels[value] }))}
        {...form.getInputProps('kind')}
      />
      {fields[kind]}
    </Stack>
  )
}

const Options = ({ form }: { form: QuestionForm }) => (
  <>
    <OptionFields form={form} />
    <Switch
      label="Embaralhar as opções"
      description="Em cada tentativa elas aparecem em outra ordem."
      {...form.getInputProps('is_shuffled', { type: 'checkbox' })}
    />
  </>
)

const Truth = ({ form }: { form: QuestionForm }) => (
  <Radio.Group label="A afirmação do enunciado é" {...form.getInputProps('truth')}>
    <Stack gap={0}>
      <Radio value="true" label="Verdadeira" classNames={{ body: classes.choice }} />
      <Radio value="false" label="Falsa" classNames={{ body: classes.choice }} />
    </Stack>
  </Radio.Group>
)

const NumberFields = ({ form }: { form: QuestionForm }) => (
  <SimpleGrid cols={{ base: 1, sm: 3 }}>
    <TextInput
      label="Resposta certa"
      description="Só o número, como 12,5"
      inputMode="decimal"
      autoComplete="off"
      {...form.getInputProps('number')}
    />
    <TextInput
      label="Tolerância"
      description="Para mais e para menos"
      inputMode="decimal"
      autoComplete="off"
      placeholder="0"
      {...form.getInputProps('tolerance')}
    />
    <TextInput
      label="Unidade"
      description="Aparece ao lado do campo, como kg ou %"
      autoComplete="off"
      maxLength={examQuestionLimits.unitMax}
      {...form.getInputProps('unit')}
    />
  </SimpleGrid>
)

const Guide = ({ form }: { form: QuestionForm }) => (
  <>
    <Text size="sm" c="dimmed">
      O aluno escreve um texto, e uma pessoa dá os pontos em Correções. Em um exercício não há correção: a explicação
      aparece ao lado da resposta, para comparar.
    </Text>
    <LazyQuestionTextField
      label="Orientação para a correção"
      description="Só quem corrige a lê. O que o aluno deve ler depois fica na explicação."
      {...form.getInputProps('guide')}
      value={form.values.guide}
    />
  </>
)

const Accepted = ({ form }: { form: QuestionForm }) => (
  <TagsInput
    label="Respostas aceitas"
    description="Aperte Enter depois de cada uma. Maiúsculas, acentos e espaços a mais não contam."
    maxTags={examQuestionLimits.acceptedMax}
    maxLength={examQuestionLimits.acceptedTextMax}
    splitChars={[]}
    classNames={{ pill: classes.entered }}
    acceptValueOnBlur
    {...form.getInputProps('accepted')}
  />
)
