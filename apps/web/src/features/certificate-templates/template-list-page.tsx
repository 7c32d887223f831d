import type { CertificateTemplate } from '@escola/contract/certificate-templates.contract'
import { summarizeTitles } from '@escola/contract/text'
import { courseTitle, pageTitles } from '@escola/contract/titles'
import { Badge, Button, Group, SimpleGrid, Text, Title } from '@mantine/core'
import { IconCertificate, IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useSchool } from '../../session/context.ts'
import { AssistantHint } from '../../ui/assistant-hint.tsx'
import type { CourseChoice } from '../../ui/course-choices.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { formatNumber } from '../../ui/format.ts'
import { Page } from '../../ui/page.tsx'
import { usePrefetchedQuery } from '../../ui/use-prefetched-query.ts'
import classes from './certificate-templates.module.css'
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
        <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} component="ul" className={classes.list}>
          {certificateList.map((template) => (
            <li key={template.id}>
              <TemplateCard template={template} courses={courses} />
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
        </SimpleGrid>
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

const describeCourses = ({ all_degrees, degrees }: CertificateTemplate, courses: CourseChoice[]) =>
  all_degrees
    ? 'Todos os cursos'
    : summarizeTitles(courses.filter(({ id }) => degrees.includes(id)).map((course) => courseTitle(course)))

const describeIssued = (issued: number) =>
  issued === 1 ? '1 certificado emitido' : `${formatNumber(issued)} certificados emitidos`

const TemplateCard = ({ template, courses }: { template: CertificateTemplate; courses: CourseChoice[] }) => (
  <Link to="/certificado/$certificateId" params={{ certificateId: template.id }} className={classes.card}>
    <Title order={2} size="h3" lineClamp={2}>
      {template.title}
    </Title>
    <Text c="dimmed" size="sm" lineClamp={2}>
      {describeCourses(template, courses)}
    </Text>
    <Group justify="space-between" gap="xs" mt="auto">
      <Text size="sm">{describeIssued(template.issued)}</Text>
      <Badge variant="light" color={template.utc_saved_on ? 'teal' : 'ambar'} tt="none" fw={600}>
        {!template.utc_saved_on ? 'não emite ainda' : template.is_automatic ? 'automático' : 'a pedido'}
      </Badge>
    </Group>
  </Link>
)
