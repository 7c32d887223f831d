import { Input, Radio, Stack, Switch, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { type CourseChoice, CourseChoices } from '../../ui/courses/course-choices.tsx'
import type { TemplateValues } from './template-values.ts'

interface Props {
  form: UseFormReturnType<TemplateValues>
  courses: CourseChoice[]
}

const words = {
  course: {
    all: 'Também os que você criar depois. Um modelo feito para um curso específico tem prioridade sobre este.',
    automatic:
      'O certificado sai assim que o aluno conclui o curso. Sem isto, o aluno pede o certificado quando conclui.',
  },
  sum: {
    all: 'Todos os que estiverem publicados.',
    automatic:
      'O certificado sai assim que o aluno conclui todos os cursos. Sem isto, o aluno pede o certificado quando chega lá.',
  },
}

/** Courses of a model, and when it issues. */
export function IssuingFields({ form, courses }: Props) {
  const { kind, all_degrees, is_automatic, degrees } = form.values
  return (
    <Stack>
      <Radio.Group label="Cada certificado é de" {...form.getInputProps('kind')}>
        <Stack gap="xs" mt="xs">
          <Radio value="course" label="Um curso" description="Quem conclui três cursos recebe três certificados." />
          <Radio
            value="sum"
            label="Vários cursos juntos"
            description="Um certificado soma as horas de cursos concluídos, além do certificado de cada um."
          />
        </Stack>
      </Radio.Group>
      <Switch
        label="Todos os cursos"
        description={words[kind].all}
        {...form.getInputProps('all_degrees', { type: 'checkbox' })}
      />
      {!all_degrees && (
        <CourseChoices courses={courses} chosen={degrees} onChange={(ids) => form.setFieldValue('degrees', ids)} />
      )}
      {form.errors.degrees && <Input.Error role="alert">{form.errors.degrees}</Input.Error>}
      <Switch
        label="Emitir sozinho"
        description={words[kind].automatic}
        {...form.getInputProps('is_automatic', { type: 'checkbox' })}
      />
      {kind === 'sum' && !is_automatic && (
        <TextInput
          label="Horas para pedir o certificado"
          description="Somando a carga horária dos cursos concluídos. Em branco: quando concluir todos."
          inputMode="numeric"
          maxLength={5}
          maw={320}
          {...form.getInputProps('sum_hours')}
        />
      )}
      <TextInput
        label="Mínimo de dias de estudo"
        description="Contados a partir do dia em que o aluno abriu a primeira aula. Com 0, o certificado sai na hora."
        inputMode="numeric"
        maxLength={4}
        maw={320}
        {...form.getInputProps('min_days')}
      />
    </Stack>
  )
}
