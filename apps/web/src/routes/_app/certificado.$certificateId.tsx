import { createFileRoute } from '@tanstack/react-router'
import { templateQueries } from '../../features/certificate-templates/certificate-templates.queries.ts'
import { TemplatePage } from '../../features/certificate-templates/template-page.tsx'
import { requireAdmin } from '../../session/guards.ts'
import { useEditorKey } from '../../ui/editor/use-editor-key.ts'
import { schoolIdOf } from '../-school-id.ts'

export const Route = createFileRoute('/_app/certificado/$certificateId')({
  beforeLoad: requireAdmin,
  loader: ({ context }) => {
    const schoolId = schoolIdOf(context)
    return Promise.all([
      context.queryClient.ensureQueryData(templateQueries.list(schoolId)),
      context.queryClient.ensureQueryData(templateQueries.courses(schoolId)),
    ])
  },
  component: TemplateRoute,
})

function TemplateRoute() {
  const { certificateId } = Route.useParams()
  return <TemplatePage key={useEditorKey({ id: certificateId, link: certificateId })} id={certificateId} />
}
