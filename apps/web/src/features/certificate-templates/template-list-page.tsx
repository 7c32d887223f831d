import type { CertificateTemplate } from '@escola/contract/certificate-templates.contract'
import { summarizeTitles } from '@escola/contract/text'
import { courseTitle, pageTitles } from '@escola/contract/titles'
import { Badge, Button, Group, Text } from '@mantine/core'
import { IconCertificate, IconPlus } from '@tabler/icons-react'
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
          <EmptyState icon={IconCertificate} title="Sua escola ainda não tem nenhum modelo de certificado" />
        </>
      )}
    </Page>
  )
}

function describeCourses({ kind, all_degrees, degrees }: CertificateTemplate, courses: CourseChoice[]): string {
  const titles = courses.filter(({ id }) => degrees.includes(id)).map((course) => courseTitle(course))
  const chosen = all_degrees ? 'Todos os cursos' : summarizeTitles(titles)
  return kind === 'sum' ? `Juntos: ${chosen}` : chosen
}

const describeIssued = (issued: number) =>
  issued === 1 ? '1 certificado emitido' : `${formatNumber(issued)} certificados emitidos`

const TemplateTile = ({ template, courses }: { template: CertificateTemplate; courses: CourseChoice[] }) => (
  <Tile
    to="/certificado/$certificateId"
    params={{ certificateId: template.id }}
    title={template.title}
    text={describeCourses(template, courses)}
  >
    <Group justify="space-between" gap="xs" mt="auto">
      <Text size="sm">{describeIssued(template.issued)}</Text>
      <Badge variant="light" color={template.utc_saved_on ? 'teal' : 'ambar'} tt="none" fw={600}>
        {!template.utc_saved_on ? 'não emite ainda' : template.is_automatic ? 'automático' : 'a pedido'}
      </Badge>
    </Group>
  </Tile>
)
