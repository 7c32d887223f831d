import { createFileRoute } from '@tanstack/react-router'
import { examImportQueries } from '../../features/exam-imports/exam-imports.queries.ts'
import { ImportQuestionsPage } from '../../features/exam-imports/import-questions-page.tsx'
import { requireAdmin } from '../../session/guards.ts'
import { schoolIdOf } from '../-school-id.ts'

export const Route = createFileRoute('/_app/questoes_/importar')({
  beforeLoad: requireAdmin,
  loader: ({ context }) => context.queryClient.ensureQueryData(examImportQueries.list(schoolIdOf(context))),
  component: ImportQuestionsPage,
})
