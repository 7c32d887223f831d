import { problemOfCourses } from '@escola/contract/certificate-choice'
import { countOf } from '@escola/contract/messages'
import { Switch, Text, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useSchool } from '../../session/context.ts'
import { Hint } from '../../ui/forms/hint.tsx'
import { reachingQuery } from './certificate-templates.queries.ts'
import type { TemplateValues } from './template-values.ts'

interface Props {
  id: string
  form: UseFormReturnType<TemplateValues>
}

/** Mark that a model asks for, and whether it is printed. */
export function MarkFields({ id, form }: Props) {
  return (
    <>
      <div>
        <TextInput
          label="Nota mínima nas provas, em %"
          description={
            <Hint
              about="nota mínima nas provas"
              more="A nota do curso é a média das provas, pesada pelos pontos; prova não feita vale zero, e exercícios não contam. Curso sem prova não pede nota. Quem ainda não tem a nota recebe o certificado quando chegar a ela."
            >
              Em branco, não pede nota.
            </Hint>
          }
          inputMode="numeric"
          maxLength={3}
          maw={320}
          {...form.getInputProps('min_mark')}
        />
        <Reaching id={id} values={form.values} />
      </div>
      <Switch
        label="Nota no certificado"
        description={
          <Hint about="nota no certificado" more="Um certificado de cursos sem prova sai sem a linha da nota.">
            Sai também na página de verificação.
          </Hint>
        }
        {...form.getInputProps('shows_mark', { type: 'checkbox' })}
      />
    </>
  )
}

const waitMs = 400

/** Says how many reach the form's mark, a moment after each change. */
function Reaching({ id, values }: { id: string; values: TemplateValues }) {
  const schoolId = useSchool().id
  const [settled] = useDebouncedValue(values, waitMs)
  const isSettled = settled.min_mark === values.min_mark
  const isAsking = isSettled && /^([1-9]\d?|100)$/.test(settled.min_mark) && !problemOfCourses(settled)
  const { data } = useQuery({ ...reachingQuery(schoolId, id, settled), enabled: isAsking })
  return (
    <Text size="sm" c="dimmed" mt={4} aria-live="polite">
      {isAsking && data && describe(settled.kind, data)}
    </Text>
  )
}

function describe(
  kind: TemplateValues['kind'],
  { finished, reaching, has_exams }: { finished: number; reaching: number; has_exams: boolean },
): string {
  if (!has_exams) return 'Ainda não há prova publicada nestes cursos: a nota mínima vale quando houver.'
  if (kind === 'course')
    return `Alcançam essa nota hoje: ${reaching} de ${countOf(finished, 'conclusão de curso', 'conclusões de curso')}.`
  return `Alcançam essa nota hoje: ${reaching} de ${countOf(finished, 'aluno que concluiu', 'alunos que concluíram')} todos os cursos.`
}
