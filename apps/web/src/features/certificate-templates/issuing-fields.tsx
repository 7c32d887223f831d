import { summarizeTitles } from '@escola/contract/text'
import { Input, Radio, Stack, Switch, Text, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { type CourseChoice, CourseChoices } from '../../ui/courses/course-choices.tsx'
import { Hint } from '../../ui/forms/hint.tsx'
import { MarkFields } from './mark-fields.tsx'
import type { TemplateValues } from './template-values.ts'

interface Props {
  /** Id of the model; '0' for one that is not made yet. */
  id: string
  form: UseFormReturnType<TemplateValues>
  courses: CourseChoice[]
  /** Titles of published courses that the saved sum of all courses leaves out. */
  unsaved: string[]
}

const words = {
  course: {
    all: 'Também os que você criar depois.',
    allMore: 'Um modelo feito para um curso específico tem prioridade sobre este.',
    automatic: 'Sai assim que o aluno conclui o curso.',
    automaticMore: 'Sem isto, o aluno pede o certificado quando conclui.',
  },
  sum: {
    all: 'Todos os que estão publicados quando você salva.',
    allMore: 'Um curso novo entra quando você salvar de novo.',
    automatic: 'Sai assim que o aluno conclui todos os cursos.',
    automaticMore: 'Sem isto, o aluno pede o certificado quando chega lá.',
  },
}

/** Courses of a model, and when it issues. */
export function IssuingFields({ id, form, courses, unsaved }: Props) {
  const { kind, all_degrees, is_automatic, degrees } = form.values
  return (
    <Stack>
      <Radio.Group label="Cada certificado é de" {...form.getInputProps('kind')}>
        <Stack gap="xs" mt="xs">
          <Radio value="course" label="Um curso" description="Quem conclui três cursos recebe três certificados." />
          <Radio
            value="sum"
            label="Vários cursos juntos"
            description="Mais um certificado, que soma as horas dos cursos."
          />
        </Stack>
      </Radio.Group>
      <Switch
        label="Todos os cursos"
        description={
          <Hint about="todos os cursos" more={words[kind].allMore}>
            {words[kind].all}
          </Hint>
        }
        {...form.getInputProps('all_degrees', { type: 'checkbox' })}
      />
      {all_degrees && kind === 'sum' && unsaved.length > 0 && (
        <Text size="sm" c="dimmed">
          Ainda não entram, até você salvar: {summarizeTitles(unsaved)}.
        </Text>
      )}
      {!all_degrees && (
        <CourseChoices courses={courses} chosen={degrees} onChange={(ids) => form.setFieldValue('degrees', ids)} />
      )}
      {form.errors.degrees && <Input.Error role="alert">{form.errors.degrees}</Input.Error>}
      <Switch
        label="Emitir automaticamente"
        description={
          <Hint about="emitir automaticamente" more={words[kind].automaticMore}>
            {words[kind].automatic}
          </Hint>
        }
        {...form.getInputProps('is_automatic', { type: 'checkbox' })}
      />
      {kind === 'sum' && !is_automatic && (
        <TextInput
          label="Horas para pedir o certificado"
          description="Soma dos cursos concluídos. Em branco: ao concluir todos."
          inputMode="numeric"
          maxLength={5}
          maw={320}
          {...form.getInputProps('sum_hours')}
        />
      )}
      <TextInput
        label="Mínimo de dias de estudo"
        description="Desde a primeira aula aberta. Com 0, sai na hora."
        inputMode="numeric"
        maxLength={4}
        maw={320}
        {...form.getInputProps('min_days')}
      />
      <MarkFields id={id} form={form} />
    </Stack>
  )
}
