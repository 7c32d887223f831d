import { settlePlace } from '@escola/contract/administrators.contract'
import { roles as roleFacts, type TeamRole } from '@escola/contract/permissions'
import { roleLines } from '@escola/contract/team-texts'
import { Checkbox, Input, Radio, Skeleton, Stack, Switch } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSchool } from '../../session/context.ts'
import { courseChoicesQuery } from '../../ui/courses/course-choices.query.ts'
import { CourseChoices } from '../../ui/courses/course-choices.tsx'
import { FailureAlert } from '../../ui/failure-alert.tsx'

export type Place = {
  roles: TeamRole[]
  degree_ids: string[]
  may_publish: boolean
}
interface PlaceFieldsProps {
  place: Place
  onChange: (changed: Partial<Place>) => void
  errors: { roles?: unknown; degree_ids?: unknown; user_id?: unknown }
}

/** A teacher is one choice, of chosen courses or of all. */
const choices = ['owner', 'administrator', 'course_teacher', 'moderator', 'attendant', 'treasurer'] as const

const asked = (error: unknown) => (typeof error === 'string' ? error : undefined)

/** Asks what a member of the team may do: roles, and the courses of a teacher. */
export function PlaceFields({ place, onChange, errors }: PlaceFieldsProps) {
  const { roles } = place
  const ofAll = roles.includes('teacher')
  const teaches = ofAll || roles.includes('course_teacher')
  const shown = roles.map((role) => (role === 'teacher' ? 'course_teacher' : role))
  // A role that a greater one includes is no choice.
  const isIncluded = (role: TeamRole) => !settlePlace({ roles: [...roles, role] }).roles.includes(role)
  const setRoles = (values: string[]) => {
    const chosen = choices.filter((role) => values.includes(role))
    onChange({ roles: chosen.map((role) => (role === 'course_teacher' && ofAll ? 'teacher' : role)) })
  }
  const setOfAll = (all: boolean) =>
    onChange({
      roles: roles.map((role) =>
        role === 'teacher' || role === 'course_teacher' ? (all ? 'teacher' : 'course_teacher') : role,
      ),
    })
  return (
    <>
      <Checkbox.Group
        label="O que esta pessoa faz"
        value={shown}
        onChange={setRoles}
        error={asked(errors.roles) ?? asked(errors.user_id)}
      >
        <Stack gap="sm" mt={4}>
          {choices.map((role) => (
            <Checkbox
              key={role}
              value={role}
              label={`${roleFacts[role].name}: ${roleLines[role === 'course_teacher' && ofAll ? 'teacher' : role]}`}
              disabled={!shown.includes(role) && isIncluded(role)}
            />
          ))}
        </Stack>
      </Checkbox.Group>
      {teaches && (
        <>
          <Radio.Group
            label="Cursos do professor"
            value={ofAll ? 'all' : 'chosen'}
            onChange={(value) => setOfAll(value === 'all')}
          >
            <Stack gap="sm" mt={4}>
              <Radio value="chosen" label="Os que eu escolher" />
              <Radio value="all" label="Todos, também os que forem criados depois" />
            </Stack>
          </Radio.Group>
          {!ofAll && (
            <Input.Wrapper labelElement="div" error={asked(errors.degree_ids)}>
              <ChosenCourses chosen={place.degree_ids} onChange={(degree_ids) => onChange({ degree_ids })} />
            </Input.Wrapper>
          )}
          <Switch
            label="Pode publicar"
            description="Sem isto, escreve rascunhos e outra pessoa publica."
            checked={place.may_publish}
            onChange={(event) => onChange({ may_publish: event.currentTarget.checked })}
          />
        </>
      )}
    </>
  )
}

function ChosenCourses({ chosen, onChange }: { chosen: string[]; onChange: (ids: string[]) => void }) {
  const { data, error } = useQuery(courseChoicesQuery(useSchool().id))
  if (error) return <FailureAlert error={error} />
  if (!data) return <Skeleton h={120} aria-label="Carregando os cursos" />
  return <CourseChoices courses={data} chosen={chosen} onChange={onChange} />
}
