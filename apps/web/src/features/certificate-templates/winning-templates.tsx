import { isAsSpecific, rankTemplates, type TemplateCoverage } from '@escola/contract/certificate-choice'
import type { CertificateTemplate } from '@escola/contract/certificate-templates.contract'
import { joinTitles } from '@escola/contract/text'
import { courseTitle } from '@escola/contract/titles'
import { Alert, Text } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import type { CourseChoice } from '../../ui/courses/course-choices.tsx'

type Named = TemplateCoverage & Pick<CertificateTemplate, 'title'>

interface Props {
  /** Model as the form has it. */
  own: Named
  templates: CertificateTemplate[]
  courses: CourseChoice[]
}

const namedMax = 5

/** Says of each course that other models are for as well which of them issues its certificates. */
export function WinningTemplates({ own, templates, courses }: Props) {
  const others = templates
    .filter(({ id, kind, utc_saved_on }) => kind === 'course' && utc_saved_on && id !== own.id)
    .map(({ absent_degrees, ...each }) => ({
      ...each,
      // The courses of the save decide, also where some of them are gone.
      degrees: [...each.degrees, ...absent_degrees.map(({ id }) => id)],
    }))
  const rank = rankTemplates<Named>([...others, own])
  const contested = courses
    .map((course) => ({ course, ranked: rank(course.id) }))
    .filter(({ ranked }) => ranked.length > 1 && ranked.includes(own))
  if (contested.length === 0) return null
  const byLeaders = Map.groupBy(contested, ({ ranked: [winner, next] }) => `${winner!.id} ${next!.id}`)
  return (
    <Alert variant="light" icon={<IconInfoCircle size={20} aria-hidden />} title="Qual modelo vale" role="note">
      {[...byLeaders].map(([key, group]) => (
        <Text key={key} size="sm">
          {describe(
            group.map(({ course }) => courseTitle(course)),
            own,
            group[0]!.ranked,
          )}
        </Text>
      ))}
    </Alert>
  )
}

function describe(titles: string[], own: Named, [winner, next]: Named[]): string {
  const named = titles.length > namedMax ? [...titles.slice(0, namedMax), `mais ${titles.length - namedMax}`] : titles
  const subject = titles.length === 1 ? `O curso ${named[0]} usa` : `Os cursos ${joinTitles(named)} usam`
  const isOwn = winner === own
  const why = isAsSpecific(winner!, isOwn ? next! : own) ? 'mais novo' : 'mais específico'
  return isOwn
    ? `${subject} este modelo, que é ${why} que “${next!.title}”.`
    : `${subject} o modelo “${winner!.title}”, que é ${why}.`
}
