import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'
import { templateQueries } from '../../features/certificate-templates/certificate-templates.queries.ts'
import { certificateQueries } from '../../features/certificates/certificates.queries.ts'
import { MyCertificatesPage } from '../../features/certificates/my-certificates-page.tsx'
import { requireMember } from '../../session/guards.ts'
import { sharedPages, usePageRole } from '../../session/rights.ts'
import { schoolIdOf } from '../-school-id.ts'
import { pageRoleOf } from '../-view-role.ts'

const TemplateListPage = lazyRouteComponent(
  () => import('../../features/certificate-templates/template-list-page.tsx'),
  'TemplateListPage',
)

export const Route = createFileRoute('/_app/certificados')({
  beforeLoad: requireMember,
  loader: async ({ context }) => {
    const schoolId = schoolIdOf(context)
    if ((await pageRoleOf(context, sharedPages['/_app/certificados'])) !== 'admin')
      return context.queryClient.ensureQueryData(certificateQueries.mine(schoolId))
    return Promise.all([
      TemplateListPage.preload?.(),
      context.queryClient.ensureQueryData(templateQueries.list(schoolId)),
      context.queryClient.ensureQueryData(templateQueries.courses(schoolId)),
    ])
  },
  component: CertificatesPage,
})

function CertificatesPage() {
  return usePageRole(sharedPages['/_app/certificados']) === 'admin' ? <TemplateListPage /> : <MyCertificatesPage />
}
