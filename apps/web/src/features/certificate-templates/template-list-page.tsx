import { isStopped } from '@escola/contract/absent-degrees'
import type { CertificateTemplate } from '@escola/contract/certificate-templates.contract'
import { summarizeTitles } from '@escola/contract/text'
import { courseTitle, newCourseTitle, pageTitles } from '@escola/contract/titles'
import { Badge, Button, Group, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useSchool } from '../../session/context.ts'
import { AssistantHint } from '../../ui/assistant-hint.tsx'
import type { CourseChoice } from '../../ui/courses/course-choices.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { formatNumber } from '../../ui/format.ts'
import { usePrefetchedQuery } from '../../ui/loading/use-prefetched-query.ts'
import { Page } from '../../ui/page.tsx'
import { Tile, Tiles } from '../../ui/tile.tsx'
import { templateQueries } from './certificate-templates.queries.ts'
import { IssuerButton } from './issuer-dialog.tsx'

export function TemplateListPage() {
  const schoolId = useSchool().id
  const { certificateList } = usePrefetchedQuery(templateQueries.list(schoolId)).data
  const courses = usePrefetchedQuery(templateQueries.courses(schoolId)).data
  return (
    <Page
      title={pageTitles.certificates}
      description="Cada modelo diz quem assina e para quais cursos vale."
      actions={
        <>
          <IssuerButton />
          <Button
            leftSection={<IconPlus size={18} aria-hidden />}
            renderRoot={(props) => <Link {...props} to="/certificado/criar" preload={false} />}
          >
            Criar Modelo
          </Button>
        </>
      }
    >
      {certificateList.length > 0 ? (
        <Tiles>
          {certificateList.map((template) => (
            <li key={template.id}>
              <TemplateTile template={template} courses={courses} />
              {template.issued > 0 && (
                <Button
                  variant="subtle"
                  aria-label={`Ver emitidos: ${template.title}`}
                  renderRoot={(props) => (
                    <Link
                      {...props}
                      to="/certificado/$certificateId/emitidos"
                      params={{ certificateId: template.id }}
                    />
                  )}
                >
                  Ver emitidos
                </Button>
              )}
            </li>
          ))}
        </Tiles>
      ) : (
        <>
          <AssistantHint>
            Sem um modelo, sua escola não emite certificados. Crie um: quem assina, e para quais cursos.
          </AssistantHint>
          <EmptyState drawing="papers" title="Sua escola ainda não tem nenhum modelo de certificado" />
        </>
      )}
    </Page>
  )
}

function describeCourses(
  { kind, all_degrees, degrees, absent_degrees }: CertificateTemplate,
  courses: CourseChoice[],
): string {
  const titles = courses.filter(({ id }) => degrees.includes(id)).map((course) => courseTitle(course))
  const absent = absent_degrees.filter(({ id }) => !degrees.includes(id)).map(({ title }) => title || newCourseTitle)
  const chosen = all_degrees ? allOf(kind, degrees.length + absent.length) : summarizeTitles([...titles, ...absent])
  return kind === 'sum' ? `Juntos: ${chosen}` : chosen
}

/** A sum of all courses is of those that were published when it was saved. */
const allOf = (kind: CertificateTemplate['kind'], courses: number) =>
  kind === 'sum' ? `Todos os cursos (${courses})` : 'Todos os cursos'

const describeIssued = (issued: number) =>
  issued === 1 ? '1 certificado emitido' : `${formatNumber(issued)} certificados emitidos`

const isIssuing = (template: CertificateTemplate) => template.utc_saved_on !== null && !isStopped(template)

function describeState(template: CertificateTemplate): string {
  if (!template.utc_saved_on) return 'ainda não salvo'
  if (isStopped(template)) return 'parado'
  return template.is_automatic ? 'automático' : 'a pedido'
}

const TemplateTile = ({ template, courses }: { template: CertificateTemplate; courses: CourseChoice[] }) => (
  <Tile
    to="/certificado/$certificateId"
    params={{ certificateId: template.id }}
    title={template.title}
    text={describeCourses(template, courses)}
  >
    <Group justify="space-between" gap="xs" mt="auto">
      <Text size="sm">{describeIssued(template.issued)}</Text>
      <Badge variant="light" color={isIssuing(template) ? 'teal' : 'ambar'} tt="none" fw={600}>
        {describeState(template)}
      </Badge>
    </Group>
  </Tile>
)
